import type { ProcessInfo, ProcessRole } from "@hexokit/core/hook";
import { commandOf } from "./opencode-commands.js";

/**
 * Programs of OpenCode, by the path of the executable: the npm package's (a hard link to the platform package's
 * binary; comm is `opencode`, 1.18.33, live), npm's name for it during an update, its own installer's, Homebrew's,
 * and one that someone put into a folder of programs.
 */
const programs = [
  /\/node_modules\/(?:opencode-ai|\.opencode-ai-[A-Za-z0-9]{8})\/bin\/opencode(?:\.exe)?$/,
  /\/node_modules\/\.?opencode-(?:linux|darwin)-[A-Za-z0-9-]+\/bin\/opencode$/,
  /\/\.opencode\/bin\/opencode$/,
  /\/(?:Cellar|Caskroom)\/opencode\/[^/]+\/(?:libexec\/)?(?:bin\/)?opencode$/,
  /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)bin\/opencode$/,
  /\/\.local\/bin\/opencode$/,
];

/** The program is also a Bun, and runs language servers and package installs with itself. */
const scriptOrPackageJob = /\.[cm]?[jt]s$|^(?:add|i|install|x)$/;

/** Says what a process is to OpenCode, by executable and arguments, never by what it calls itself. */
export function recogniseOpencode(process: ProcessInfo): ProcessRole | undefined {
  const { executable } = process;
  if (executable === undefined || !programs.some((program) => program.test(executable))) return undefined;
  const [, first = "", ...rest] = process.arguments;
  if (scriptOrPackageJob.test(first)) return undefined;
  const role = commandOf([first, ...rest])?.role ?? "agent";
  return role === "other" ? undefined : role;
}
