import type { TranscriptWindow } from "@hexokit/core/hook";
import { fieldsOf, parseJson, textOf } from "@hexokit/core/hook";

const marker = '"turn_context"';

/** Turns further back than this are none that a hook runs for. */
const searchLimit = 64;

function lastIn(part: string, turn: string): string | undefined {
  let before = part.length;
  for (let count = 0; count < searchLimit; count += 1) {
    const found = before <= 0 ? -1 : part.lastIndexOf(marker, before - 1);
    if (found < 0) return undefined;
    const start = part.lastIndexOf("\n", found) + 1;
    const end = part.indexOf("\n", found);
    // A line without an end may still be half written.
    const line = end < 0 ? undefined : fieldsOf(parseJson(part.slice(start, end)));
    const context = fieldsOf(line?.payload);
    if (line?.type === "turn_context" && context.turn_id === turn) return textOf(context.approvals_reviewer);
    before = start;
  }
  return undefined;
}

/**
 * Who reviews the approvals of a turn: `user`, `auto_review`, or a word of a later version. The hook's payload
 * does not say; the rollout's `turn_context` of that turn does, and is there before PermissionRequest runs
 * (0.171.0, live). Undefined where no such record is found.
 */
export function effectiveReviewer(
  transcript: Pick<TranscriptWindow, "head" | "tail"> | undefined,
  turn: string | undefined,
): string | undefined {
  if (transcript === undefined || turn === undefined) return undefined;
  return lastIn(transcript.tail, turn) ?? lastIn(transcript.head, turn);
}
