import type { ProcessInfo, ProcessRole } from "@hexokit/core/hook";

/**
 * Programs of Copilot CLI, by the path of the executable: the npm package of a platform (npm renames it to
 * `.copilot-<platform>-<8 characters>` while it updates), Homebrew's, and one that someone put into a folder
 * of programs, as the install script does. Its comm is `MainThread`; the npm launcher above it, which only
 * waits, is not looked at (1.0.102).
 */
const programs = [
  /\/@github\/\.?copilot-[A-Za-z0-9-]+\/copilot$/,
  /\/(?:Cellar|Caskroom)\/copilot-cli(?:@[a-z]+)?\/[^/]+\/(?:bin\/)?copilot$/,
  /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)bin\/copilot$/,
  /\/\.local\/bin\/copilot$/,
];

/** Subcommands that do something else than talk with a person. */
const otherCommands: ReadonlySet<string> = new Set([
  "app",
  "completion",
  "config",
  "help",
  "instruction",
  "login",
  "lsp",
  "mcp",
  "memories",
  "plugin",
  "sandbox",
  "sessions",
  "skill",
  "update",
  "version",
]);

/** Says what a process is to Copilot, by executable and arguments, never by what it calls itself. */
export function recogniseCopilot(process: ProcessInfo): ProcessRole | undefined {
  const { executable } = process;
  // The arguments cost a read of their own: of thousands of processes few are worth it.
  if (executable === undefined || !programs.some((program) => program.test(executable))) return undefined;
  return otherCommands.has(process.arguments[1] ?? "") ? undefined : "agent";
}
