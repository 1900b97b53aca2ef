import type { ProcessInfo, ProcessRole } from "@hexokit/core/hook";

/**
 * Programs of Claude Code, by the path of the executable: the npm package (its own bin, the platform
 * package's binary), the native installer's `~/.local/share/claude/versions/<version>`, Homebrew's cask.
 * An update by npm renames the old package to `.claude-code-<8 characters>` and deletes it below running
 * agents (npm 11.19).
 */
const programs = [
  /\/@anthropic-ai\/(?:claude-code|\.claude-code-[A-Za-z0-9]{8})\/bin\/claude(?:\.exe)?$/,
  /\/@anthropic-ai\/\.?claude-code-[A-Za-z0-9-]+\/claude$/,
  /\/Caskroom\/claude-code(?:@latest)?\/[^/]+\/claude$/,
  /\/claude\/versions\/[0-9]+\.[0-9]+\.[0-9]+$/,
];

/** Scripts of the npm package, started by their path under Node: the launcher for odd platforms, older CLIs. */
const scripts = /\/@anthropic-ai\/claude-code\/(?:cli|cli-wrapper)\.(?:c|m)?js$/;

const node = /\/node$/;

/** Processes that serve background sessions (`/bg`), not a person at a terminal (2.1.332, live). */
const daemonCommands: ReadonlySet<string> = new Set(["daemon", "bg-pty-host", "bg-spare"]);

/** Subcommands that do something else than talk with a person; `agents` lists background sessions. */
const otherCommands: ReadonlySet<string> = new Set([
  "--chrome-native-host",
  "--claude-in-chrome-mcp",
  "agents",
  "auth",
  "config",
  "doctor",
  "install",
  "mcp",
  "plugin",
  "plugins",
  "setup-token",
  "update",
  "upgrade",
]);

/** Says what a process is to Claude Code, by executable and arguments, never by what it calls itself. */
export function recogniseClaude(process: ProcessInfo): ProcessRole | undefined {
  const { executable } = process;
  if (executable === undefined) return undefined;
  const isNode = node.test(executable);
  // The arguments cost a read of their own: of thousands of processes few are worth it.
  if (!isNode && !programs.some((program) => program.test(executable))) return undefined;
  const words = process.arguments;
  // The program is also its own ripgrep, run as a child of the agent for `@` completions (2.1.332, live).
  if (words[0]?.split("/").at(-1) === "rg") return undefined;
  if (isNode && !scripts.test(words[1] ?? "")) return undefined;
  const command = (isNode ? words[2] : words[1]) ?? "";
  if (daemonCommands.has(command)) return "daemon";
  return otherCommands.has(command) ? undefined : "agent";
}
