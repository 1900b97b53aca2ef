import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HarnessAdapter } from "@hexokit/core";

/**
 * Puts a shell where the adapter looks for the agent's program, and gives the command that runs `script`
 * below it. @throws Error for adapters whose agent is a Node script
 */
export function standInCommand(adapter: HarnessAdapter, folder: string, script: string): string {
  if (adapter.standIn.kind !== "executable") throw new Error(`${adapter.id} has no executable stand-in`);
  const program = join(folder, adapter.standIn.path);
  mkdirSync(dirname(program), { recursive: true });
  copyFileSync("/bin/sh", program);
  // A second command keeps the shell from replacing itself by the first.
  return `'${program}' -c '${script}; exit 0'`;
}
