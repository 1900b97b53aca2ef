import { styleText } from "node:util";
import type { AgentPane } from "../scenario/agent-pane.js";
import type { Lab } from "../scenario/lab.js";
import { screen } from "../scenario/sight.js";
import { answered, asking, interrupted, permissionDialog } from "../scenarios/claude/screens.js";
import { ListWatch } from "./list-watch.js";

const states = ["active", "waiting", "idle"] as const;

/**
 * Drives two agents through everything the list tells apart.
 * @returns what the list never said, one sentence each; empty when it said all
 */
export async function tellStory(lab: Lab): Promise<readonly string[]> {
  const watch = new ListWatch(lab);
  const first = await startAgent(lab, "main:0.0: Claude Code starts", watch);
  const second = await startAgent(lab, "main:1.0: Claude Code starts", watch);

  tell("main:0.0: a prompt that needs a permission in the middle");
  await first.prompt("bash: work 4", "bash: touch notes.txt", "say: notes made");
  await watch.until(first.pane, "active");
  tell("main:1.0: the same, for longer");
  await second.prompt("bash: work 8", "bash: touch other.txt", "say: never");
  await watch.until(second.pane, "active");

  await first.sees(permissionDialog);
  await watch.until(first.pane, "waiting");
  tell("main:0.0: we allow it");
  await first.choose(/Yes$/);
  await first.sees(answered("notes made"));
  await watch.until(first.pane, "idle");

  await second.sees(permissionDialog);
  await watch.until(second.pane, "waiting");
  tell("main:1.0: we say no. Claude Code runs no hook for that; the list knows all the same");
  await second.choose(/No$/);
  await second.sees(interrupted);
  await watch.until(second.pane, "idle");

  await watch.stop();
  return [first, second].flatMap(({ pane }, index) =>
    watch.missing(pane, states).map((state) => `main:${index}.0 was never ${state} in the list`),
  );
}

async function startAgent(lab: Lab, line: string, watch: ListWatch): Promise<AgentPane> {
  tell(line);
  const agent = await lab.open();
  if (agent.pane.id === "%0") await watch.start();
  await agent.run(`${lab.driver.program} ${asking}`);
  await agent.sees(screen(lab.driver.ready), 30_000);
  await watch.until(agent.pane, "idle");
  return agent;
}

export function tell(line: string): void {
  console.log(`\n${paint("bold", `▸ ${line}`)}`);
}

/** Colours on a terminal only. */
export function paint(format: Parameters<typeof styleText>[0], text: string): string {
  const hasColor = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";
  return hasColor ? styleText(format, text, { validateStream: false }) : text;
}
