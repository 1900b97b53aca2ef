import { fieldsOf, type JsonFields, listOf, parseJson, textOf } from "@hexokit/core";

/** What the end of a transcript says of the session. */
export type ChatEnd =
  /** The turn was broken off, or all that it wanted to do was refused. `at`: epoch milliseconds. */
  | { readonly is: "cancelled"; readonly at: number }
  /** All tools of an answer have ended: the model is asked what to do next, and nothing is open. */
  | { readonly is: "tools-ended" }
  /** A prompt, or an answer that may want tools: while they run or wait for a person, nothing is written. */
  | { readonly is: "open" };

const cancelled = "Request cancelled.";

/** In the result of a tool call that Esc ended; a refused one has `User denied execution.` (0.61.0). */
const brokenOff = "Operation cancelled by user";

/**
 * With a refusal Gemini CLI writes the whole history again, as new records, in the same breath. The next prompt
 * is later by our hook alone.
 */
const rewriteTime = 100;

/** Reads whole lines, oldest first; undefined when no line says anything. Total: lines of any content. */
export function chatEnd(lines: readonly string[]): ChatEnd | undefined {
  let end: ChatEnd | undefined;
  for (const line of lines) {
    const record = fieldsOf(parseJson(line));
    const next = typeof record.$rewindTo === "string" ? ({ is: "open" } as const) : endOf(record);
    if (next !== undefined && !isRewritten(end, record)) end = next;
  }
  return end;
}

function isRewritten(end: ChatEnd | undefined, record: JsonFields): boolean {
  return end?.is === "cancelled" && !(timeOf(record) > end.at + rewriteTime);
}

function timeOf({ timestamp }: JsonFields): number {
  return typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
}

function endOf(record: JsonFields): ChatEnd | undefined {
  const at = timeOf(record);
  if (Number.isNaN(at)) return undefined;
  switch (record.type) {
    case "info":
      return record.content === cancelled ? { is: "cancelled", at } : undefined;
    case "user":
      return endOfPrompt(listOf(record.content), at);
    case "gemini":
      return endOfCalls(listOf(record.toolCalls).map(fieldsOf));
    default:
      return undefined;
  }
}

/** What a person wrote, or what the tools of an answer gave back. */
function endOfPrompt(parts: readonly unknown[], at: number): ChatEnd {
  if (parts.some(isBrokenOff)) return { is: "cancelled", at };
  return parts.some((part) => fieldsOf(part).functionResponse !== undefined)
    ? { is: "tools-ended" }
    : { is: "open" };
}

/** The calls of one answer are written when the last of them has ended. */
function endOfCalls(calls: readonly JsonFields[]): ChatEnd {
  if (calls.length === 0) return { is: "open" };
  const stopped = calls.filter(({ status }) => status === "cancelled");
  const isOver =
    stopped.length === calls.length || stopped.some(({ result }) => listOf(result).some(isBrokenOff));
  if (stopped.length === 0 || !isOver) return { is: "tools-ended" };
  return { is: "cancelled", at: Math.max(...stopped.map((call) => timeOf(call) || 0)) };
}

function isBrokenOff(part: unknown): boolean {
  const { response } = fieldsOf(fieldsOf(part).functionResponse);
  return textOf(fieldsOf(response).error)?.includes(brokenOff) === true;
}
