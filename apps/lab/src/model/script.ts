/**
 * What the model says is written in the prompt: `%%BEGIN bash: ls %%say: done %%END`. Each answer of the
 * model is one step; a tool's result leads to the next. A child agent's prompt carries a script of its own,
 * written with `##` for `%%`.
 */
export interface ModelStep {
  readonly verb: string;
  readonly detail: string;
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** Writes the prompt that makes the model take these steps. */
export function scriptPrompt(...steps: readonly string[]): string {
  return `%%BEGIN ${steps.join(" %%")} %%END`;
}

/** The step that is due: the newest script, at the place given by the answers since. */
export function dueStep(messages: readonly Message[]): ModelStep {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role !== "user") continue;
    const steps = readScript(textOf(message.content));
    if (steps === undefined) continue;
    const answers = messages.slice(index + 1).filter(({ role }) => role === "assistant").length;
    return steps[answers] ?? { verb: "say", detail: "done" };
  }
  return { verb: "say", detail: "ok" };
}

function readScript(text: string): readonly ModelStep[] | undefined {
  const begin = text.lastIndexOf("%%BEGIN");
  if (begin < 0) return undefined;
  const body = text.slice(begin + "%%BEGIN".length).split("%%END")[0] ?? "";
  return body
    .split("%%")
    .map((step) => step.trim())
    .filter((step) => step !== "")
    .map(readStep);
}

function readStep(step: string): ModelStep {
  const [, verb = step, detail = ""] = /^([a-z-]+):\s*(.*)$/s.exec(step) ?? [];
  return { verb, detail };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: string }) => part.text ?? "").join("\n");
}
