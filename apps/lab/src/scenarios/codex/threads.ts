import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codexDirectory } from "../../codex/codex-home.js";
import type { AgentPane } from "../../scenario/agent-pane.js";
import type { Lab } from "../../scenario/lab.js";

/** The newest root thread whose rollout has this text. */
export function threadWith(lab: Lab, text: string): string | undefined {
  const folder = join(codexDirectory(lab.sandbox), "sessions");
  const names = readdirSync(folder, { recursive: true }).map(String).sort().reverse();
  const name = names.find(
    (candidate) =>
      candidate.endsWith(".jsonl") &&
      isRoot(join(folder, candidate)) &&
      read(join(folder, candidate)).includes(text),
  );
  return name === undefined ? undefined : /([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/.exec(name)?.[1];
}

function isRoot(path: string): boolean {
  return !(read(path).split("\n")[0] ?? "").includes('"subagent"');
}

function read(path: string): string {
  return readFileSync(path, "utf8");
}

/** The list gives this pane the thread that has this text. */
export async function expectSession(lab: Lab, codex: AgentPane, text: string): Promise<void> {
  await lab.expect(`the pane has the thread of "${text}"`, async () => {
    const { session } = await lab.read(codex.pane, "1 s after");
    const wanted = `codex:${threadWith(lab, text)}`;
    if (session === wanted) return undefined;
    return `the list says ${session}, the rollouts ${wanted}:\n${await lab.explain(codex.pane)}`;
  });
}
