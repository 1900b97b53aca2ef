import { type InstallFinding, type RuntimeHost, recogniseWrapperCommand } from "@hexokit/core";
import { fieldsOf, type JsonFields, listOf, textOf } from "@hexokit/core/hook";
import { codexDirectory, codexManifest } from "./codex-harness.js";
import { readHooks } from "./codex-runtime.js";

/** For a person who waits: `doctor`, not a list. Milliseconds. */
const patience = 2000;

/** More words of Codex's than this help nobody. */
const messageLimit = 8;

function isOurs({ command }: JsonFields): boolean {
  return typeof command === "string" && recogniseWrapperCommand(command)?.provider === codexManifest.id;
}

/** Codex's own word for what it does with a hook; undefined where it runs it. */
function obstacle({ enabled, trustStatus }: JsonFields): string | undefined {
  if (enabled === false) return "disabled";
  return trustStatus === "trusted" || trustStatus === "managed" ? undefined : textOf(trustStatus);
}

function sayings(values: readonly unknown[], severity: InstallFinding["severity"]): InstallFinding[] {
  return values
    .slice(0, messageLimit)
    .map((value) => textOf(value) ?? textOf(fieldsOf(value).message))
    .filter((words) => words !== undefined)
    .map((words) => ({ severity, message: `Codex says: ${words}` }));
}

/** Findings in an answer of `hooks/list` (0.164.0 and 0.171.0). */
export function findingsOf(result: unknown): readonly InstallFinding[] {
  const answers = listOf(fieldsOf(result).data).map(fieldsOf);
  const hooks = answers.flatMap((answer) => listOf(answer.hooks).map(fieldsOf)).filter(isOurs);
  const words = new Map<string, string[]>();
  for (const hook of hooks) {
    const word = obstacle(hook);
    if (word !== undefined) words.set(word, [...(words.get(word) ?? []), textOf(hook.eventName) ?? "?"]);
  }
  const stopped = [...words].map(
    ([word, events]): InstallFinding => ({
      severity: "problem",
      message: `The running Codex says \`${word}\` of our hooks ${events.join(", ")}: it does not run them.`,
      hint: "Start codex, type /hooks, review the hooks of rk-hook and trust them.",
    }),
  );
  return [
    ...stopped,
    ...answers.flatMap(({ errors }) => sayings(listOf(errors), "problem")),
    ...answers.flatMap(({ warnings }) => sayings(listOf(warnings), "note")),
  ];
}

/** Asks the app-server, where one runs, what it makes of our hooks. Starts none. */
export async function verifyCodex(host: RuntimeHost): Promise<readonly InstallFinding[]> {
  const directory = codexDirectory(host);
  return findingsOf(await readHooks([directory, host.realPath(directory)], host.workingDirectory, patience));
}
