import {
  anonymousChild,
  type HookEvent,
  type HookInput,
  type HookOutcome,
  type Reason,
  requestOwner,
  toolOwner,
} from "@hexokit/core/hook";

/** Seconds, 1 to 600. Kimi Code kills a hook after that and goes on (2.1.0: `timeout = 1` ended it after 1.02 s). */
const timeout = 3;

/**
 * What we register, without matchers: filtering is ours, so that it can change with an update. Left out:
 * SubagentStop, which comes behind the Stop of the subagent, sometimes behind the root's, and not at all for
 * one that fails or is cancelled; UserPromptQueued, which the terminal never fires; SessionHeartbeat,
 * TaskStarted and Notification, which say nothing of the state.
 */
export const kimiEvents: readonly HookEvent[] = [
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "TurnStarted",
  "PreToolUse",
  "PermissionRequest",
  "PermissionResult",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "StopFailure",
  "Interrupt",
  "SubagentStart",
  "PreCompact",
  "PostCompact",
].map((name) => ({ name, timeout }));

type Payload = Readonly<Record<string, unknown>>;
type Outcome = Omit<Extract<HookOutcome, { kind: "event" }>, "kind">;

function record(value: unknown): Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Payload) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A subagent's id, where an event carries one: approvals do, turns and tools do not (2.1.0). */
function childOf({ agent_id: id }: Payload): typeof anonymousChild | undefined {
  return text(id) === undefined || id === "main" ? undefined : anonymousChild;
}

/** The same for a tool's start, approval and end: they name the call. */
function owner(payload: Payload): string {
  const call = text(payload.tool_call_id);
  return call === undefined
    ? toolOwner(childOf(payload), text(payload.tool_name) ?? "", payload.tool_input)
    : requestOwner(childOf(payload), call);
}

function ask(payload: Payload, reason: "permission" | "question" | "plan"): Outcome["ask"] & object {
  const words = requestText(payload);
  const request = { tool: text(payload.tool_name) ?? "", ...(words === undefined ? {} : { text: words }) };
  return { owner: owner(payload), reason, request };
}

/** What a person is asked, in the words they see in the dialog. */
function requestText(payload: Payload): string | undefined {
  const input = record(payload.tool_input);
  const display = record(payload.display);
  const questions = Array.isArray(input.questions) ? input.questions : [];
  const asked = questions.map((question) => text(record(question).question) ?? "").join(" / ");
  return (
    text(asked) ?? text(display.command) ?? text(display.plan) ?? text(display.path) ?? text(payload.action)
  );
}

/** The first event of a turn that no person prompted: a background task has ended, a scheduled job is due. */
function turnStarted({ origin_kind: kind, origin_name: name }: Payload): Outcome | undefined {
  // A person's turn began with UserPromptSubmit; a subagent's is none of the root's.
  if (kind === "user" || kind === undefined) return undefined;
  return kind === "system_trigger" && name === "subagent" ? undefined : { turn: { is: "active" } };
}

/** Turns and tools of subagents come without a mark and with the root's session (2.1.0). */
const innermost = "innermost" as const;

function toolOutcome(event: string, payload: Payload): Outcome | undefined {
  const child = childOf(payload);
  const active: Outcome = child === undefined ? { turn: { is: "active", of: innermost } } : { child };
  switch (event) {
    case "PreToolUse": {
      const asks = payload.tool_name === "AskUserQuestion" ? { ask: ask(payload, "question") } : {};
      return { ...active, tool: { is: "start", owner: owner(payload) }, ...asks };
    }
    case "PermissionRequest":
      return {
        ...active,
        ask: ask(payload, record(payload.display).kind === "plan_review" ? "plan" : "permission"),
      };
    case "PermissionResult":
      return { ...(child === undefined ? {} : { child }), settle: { owner: owner(payload) } };
    case "PostToolUse":
    case "PostToolUseFailure":
      return { tool: { is: "end", owner: owner(payload) } };
    default:
      return undefined;
  }
}

function turnOutcome(event: string, payload: Payload): Outcome | undefined {
  switch (event) {
    case "SessionStart":
      // `startup` comes with the first prompt, `resume` before one.
      return payload.source === "resume" ? { turn: { is: "idle" } } : {};
    case "SessionEnd":
      // /exit and /reload look the same; /new ends the old session behind the start of the new one.
      return { end: "session" };
    case "UserPromptSubmit":
      return { turn: { is: "active" }, ...(payload.is_steer === true ? {} : { settle: "main" }) };
    case "TurnStarted":
      return turnStarted(payload);
    case "Stop":
      return { turn: { is: "idle", of: innermost } };
    case "StopFailure":
      return { turn: { is: "idle", of: innermost }, reason: "error" satisfies Reason };
    case "Interrupt":
      // Esc cancels the root's turn and those of the subagents that it waits for.
      return { turn: { is: "idle" }, settle: "all", children: { set: [] } };
    case "SubagentStart":
      return { children: { start: anonymousChild } };
    case "PreCompact":
      return payload.trigger === "manual"
        ? { turn: { is: "active" }, settle: "main" }
        : { turn: { is: "active", of: innermost } };
    case "PostCompact":
      // An automatic compaction happens in mid-turn; a manual one has no Stop.
      return payload.trigger === "manual" ? { turn: { is: "idle" } } : undefined;
    default:
      return undefined;
  }
}

/** Turns one Kimi Code event into ours. Payload shapes: `fixtures/kimi/2.1.0/hooks`, recorded live. */
export function translateKimi({ event, payload }: HookInput): HookOutcome {
  const fields = record(payload);
  const session = text(fields.session_id);
  if (session === undefined) return { kind: "ignore", why: "payload" };
  const outcome = toolOutcome(event, fields) ?? turnOutcome(event, fields);
  return outcome === undefined
    ? { kind: "ignore", why: "not-a-signal" }
    : { kind: "event", session, ...outcome };
}
