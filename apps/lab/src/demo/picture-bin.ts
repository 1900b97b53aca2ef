import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { CachedHarness } from "../harness-cache.js";
import type { AgentPane } from "../scenario/agent-pane.js";
import type { Lab } from "../scenario/lab.js";
import { modelAsked, type Sight, screen } from "../scenario/sight.js";
import { answered, asking, permissionDialog, questionDialog } from "../scenarios/claude/screens.js";
import type { projects } from "./demo-driver.js";
import { runIsolated } from "./run-isolated.js";
import { drawTerminal } from "./terminal-picture.js";
import { withLab } from "./with-lab.js";

const file = fileURLToPath(new URL("../../../docs/images/agent-list.svg", import.meta.url));

/** Agents of the picture, in the order they are brought there. Nothing runs that asks for permission. */
const scenes: readonly {
  readonly project: (typeof projects)[number];
  readonly steps: readonly string[];
  readonly sight: Sight;
}[] = [
  { project: "docs", steps: ["say: all written"], sight: answered("all written") },
  {
    project: "infra",
    steps: ["agent: bash: work 600", "say: I wait for it"],
    sight: answered("I wait for it"),
  },
  { project: "website", steps: ["ask: color"], sight: questionDialog },
  { project: "api", steps: ["bash: work 600"], sight: modelAsked(/work 600/) },
  { project: "shop", steps: ["bash: git push origin main"], sight: permissionDialog },
];

async function photograph(lab: Lab): Promise<string> {
  const camera = await lab.open();
  for (const { project, steps, sight } of scenes) {
    const agent: AgentPane = await lab.open();
    await agent.run(`cd ~/${project} && ${lab.driver.program} ${asking}`);
    await agent.sees(screen(lab.driver.ready), 30_000);
    await agent.prompt(...steps);
    await agent.sees(sight);
  }
  // Two seconds are enough for any record that the list looks at besides the hooks.
  await sleep(2000);
  await camera.run("PS1='$ '; clear");
  await camera.run("rk agent list");
  await camera.sees(screen(/waiting[\s\S]*idle[\s\S]*^\$ *$/m));
  const captured = await lab.tmux.run("capture-pane", "-pe", "-t", camera.pane.id);
  // The prompt that waits for the next command says nothing.
  return captured.trimEnd().replace(/\n\S*\$\S*$/, "");
}

async function takePicture(harness: CachedHarness): Promise<number> {
  const captured = await withLab("picture", harness, photograph);
  console.log(captured);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, drawTerminal(captured, "rk agent list"));
  console.log(`wrote ${file}`);
  return 0;
}

process.exitCode = await runIsolated(takePicture);
