import type { ProcessInfo, ProcessRole } from "@hexokit/core/hook";

/**
 * The program is one native binary, `~/.local/bin/agy` where its installer puts it (agy 1.2.7, documented);
 * package managers put it elsewhere, so its own name decides. The desktop app runs the same hooks below
 * `language_server`, which is no agent of ours.
 */
const program = /\/agy$/;

/** Says what a process is to Antigravity, by executable, never by what it calls itself. */
export function recogniseAntigravity({ executable }: ProcessInfo): ProcessRole | undefined {
  return executable !== undefined && program.test(executable) ? "agent" : undefined;
}
