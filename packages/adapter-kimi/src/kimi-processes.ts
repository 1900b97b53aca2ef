import type { ProcessInfo, ProcessRole } from "@hexokit/core/hook";

/** The npm package's program, as Node shows it in the first seconds. */
const script = /\/@moonshot-ai\/kimi-code\/dist\/main\.mjs$/;

/** What Kimi Code then writes over its arguments, all of them: no subcommand can be seen (2.1.0, live). */
const title = "kimi-code";

/** Node of the npm package, and the program of the installer's own folder (the latter from the package's text). */
const node = /\/node$/;
const native = /\/\.kimi-code\/bin\/kimi(?:-code)?$/;

/** Says what a process is to Kimi Code, by executable and arguments, never by comm. */
export function recogniseKimi({ executable, arguments: words }: ProcessInfo): ProcessRole | undefined {
  if (executable === undefined) return undefined;
  if (native.test(executable)) return "agent";
  if (!node.test(executable)) return undefined;
  const [first, second = ""] = words;
  if (first === title) return words.slice(1).every((word) => word === "") ? "agent" : undefined;
  return script.test(second) ? "agent" : undefined;
}
