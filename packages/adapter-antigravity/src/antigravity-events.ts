import { fieldsOf, type HookEvent, type HookInput, type HookOutcome, textOf } from "@hexokit/core/hook";

/** Whole seconds: Antigravity drops the file over anything else (agy 1.1.25, documented). */
const timeout = 3;

/**
 * What we register. Never PreToolUse: an empty answer means *deny* there (agy 1.2.7, documented). PostInvocation
 * says nothing that PreInvocation does not. SessionStart is there since 1.1.25; older versions pass over it.
 */
export const antigravityEvents: readonly HookEvent[] = ["SessionStart", "PreInvocation", "Stop"].map(
  (name) => ({ name, timeout }),
);

/** Where the desktop app keeps its conversations; it runs the hooks of the same file. */
const desktopConversation = /\/\.gemini\/antigravity\/brain\//;

/**
 * Turns one Antigravity event into ours. Payloads name no event, the installed command does. Shapes:
 * `fixtures/antigravity/1.2.7/hooks`, documented.
 */
export function translateAntigravity({ event, payload }: HookInput): HookOutcome {
  const { conversationId, transcriptPath, fullyIdle, terminationReason, error } = fieldsOf(payload);
  const session = textOf(conversationId);
  if (session === undefined) return { kind: "ignore", why: "payload" };
  if (desktopConversation.test(textOf(transcriptPath) ?? "")) return { kind: "ignore", why: "another-agent" };
  switch (event) {
    case "SessionStart":
      // Whether it comes before the first prompt or with it is not known.
      return { kind: "event", session };
    case "PreInvocation":
      return { kind: "event", session, turn: { is: "active" } };
    case "Stop": {
      // Background work goes on: the end of that has a Stop of its own.
      if (fullyIdle !== true) return { kind: "event", session };
      const hasFailed = terminationReason === "ERROR" || textOf(error) !== undefined;
      return { kind: "event", session, turn: { is: "idle" }, ...(hasFailed ? { reason: "error" } : {}) };
    }
    default:
      return { kind: "ignore", why: "not-a-signal" };
  }
}
