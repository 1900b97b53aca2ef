import type { ProcessInfo, ProcessRole } from "@hexokit/core/hook";

/**
 * The script of the npm package (Homebrew has the same below its Cellar); before 0.1.22 it was another one.
 * Launcher and agent are both Node with this script: the agent is the launcher's child, with a
 * `--max-old-space-size` of its own (0.61.0, live).
 */
const program = /\/@google\/gemini-cli\/(?:bundle\/gemini|dist\/index)\.js$/;

const node = /\/node$/;

/** Subcommands that talk with no person. */
const otherCommands: ReadonlySet<string> = new Set([
  "extension",
  "extensions",
  "gemma",
  "hook",
  "hooks",
  "mcp",
  "skill",
  "skills",
]);

/** An editor's agent on standard input and output: there is no pane where it asks a person. */
const editorOptions: readonly string[] = ["--acp", "--experimental-acp"];

/** Says what a process is to Gemini CLI, by executable and script, never by what it calls itself. */
export function recogniseGemini(process: ProcessInfo): ProcessRole | undefined {
  const { executable } = process;
  // The arguments cost a read of their own: of thousands of processes few are worth it.
  if (executable === undefined || !node.test(executable)) return undefined;
  const words = process.arguments;
  const place = words.findIndex((word, index) => index > 0 && !word.startsWith("-"));
  if (!program.test(process.script ?? words[place] ?? "")) return undefined;
  if (words.some((word) => editorOptions.includes(word))) return undefined;
  return otherCommands.has(words[place + 1] ?? "") ? undefined : "agent";
}
