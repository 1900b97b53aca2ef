import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { addProgram } from "../../sandbox/sandbox.js";
import type { Lab } from "../../scenario/lab.js";
import type { Scenario } from "../../scenario/scenario.js";
import { hookRan, modelAsked, screen } from "../../scenario/sight.js";
import { asking, turnEnded } from "./screens.js";

/** One turn of an agent that was started by this command line. */
async function turnAfter(lab: Lab, command: string): Promise<void> {
  const claude = await lab.open();
  await claude.run(command);
  await claude.becomes("idle", { seen: screen(lab.driver.ready), within: 30_000 });
  await claude.prompt("slow: 4");
  await claude.becomes("active", { seen: modelAsked(/slow/) });
  await claude.becomes("idle", { seen: turnEnded });
}

/** Other ways to start Claude than by its name. */
export const starts: readonly Scenario[] = [
  {
    name: "npx",
    about: "Started through npx.",
    async run(lab) {
      symlinkSync(join(lab.harnessFolder, "node_modules"), join(lab.sandbox.project, "node_modules"));
      await turnAfter(lab, `npx --offline claude ${asking}`);
    },
  },
  {
    name: "wrapper-script",
    about: "Started by a script that waits for it.",
    async run(lab) {
      addProgram(lab.sandbox, "my-claude", 'claude "$@"\necho bye');
      await turnAfter(lab, `my-claude ${asking}`);
    },
  },
  {
    name: "script",
    about: "Started under script(1), on a terminal of its own.",
    async run(lab) {
      await turnAfter(lab, `script -qc "claude ${asking}" /dev/null`);
    },
  },
  {
    name: "nested",
    about: "A claude -p that a tool runs changes nothing of the outer agent.",
    async run(lab) {
      addProgram(lab.sandbox, "nested", "claude -p '%%BEGIN slow: 4 %%END'; sleep 4");
      const claude = await lab.start(asking);
      await claude.prompt("bash: nested", "slow: 4");
      await claude.becomes("active", { seen: modelAsked(/^slow: 4/), step: "the inner one works → active" });
      await claude.becomes("active", { seen: hookRan("SessionEnd"), step: "the inner one ended → active" });
      await claude.becomes("idle", { seen: turnEnded });
    },
  },
];
