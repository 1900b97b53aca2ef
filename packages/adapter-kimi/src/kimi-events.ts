import {
  anonymousChild,
  fieldsOf,
  type HookEvent,
  type HookInput,
  type HookOutcome,
  type JsonFields,
  listOf,
  type Reason,
  requestOwner,
  textOf,
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
  "PreCompact",
  "PostCompact",
  "SubagentStart",
].map((name) => ({ name, timeout }));

type Outcome = Omit<Extract<HookOutcome, { kind: "event" }>, "kind">;

/** A subagent's id, where an event carries one: approvals do, turns and tools do not (2.1.0). */
function childOf({ agent_id: id }: JsonFields): typeof anonymousChild | undefined {
  return textOf(id) === undefined || id === "main" ? undefined : anonymousChild;
}

/** The same for a tool's start, approval and end: they name the call. */
function owner(payload: JsonFields): string {
  const call = textOf(payload.tool_call_id);
  return call === undefined
    ? toolOwner(childOf(payload), textOf(payload.tool_name) ?? "", payload.tool_input)
    : requestOwner(childOf(payload), call);
}

function ask(payload: JsonFields, reason: "permission" | "question" | "plan"): Outcome["ask"] & object {
  const words = requestText(payload);
  const request = { tool: textOf(payload.tool_name) ?? "", ...(words === undefined ? {} : { text: words }) };
  return { owner: owner(payload), reason, request };
}

/** What a person is asked, in the words they see in the dialog. */
function requestText(payload: JsonFields): string | undefined {
  const input = fieldsOf(payload.tool_input);
  const display = fieldsOf(payload.display);
  const questions = listOf(input.questions);
  const asked = questions.map((question) => textOf(fieldsOf(question).question) ?? "").join(" / ");
  return (
    textOf(asked) ??
    textOf(display.command) ??
    textOf(display.plan) ??
    textOf(display.path) ??
    textOf(payload.action)
  );
}

/** The first event of a turn that no person prompted: a background task has ended, a scheduled job is due. */
function turnStarted({ origin_kind: kind, origin_name: name }: JsonFields): Outcome | undefined {
  // A person's turn began with UserPromptSubmit; a subagent's is none of the root's.
  if (kind === "user" || kind === undefined) return undefined;
  return kind === "system_trigger" && name === "subagent" ? undefined : { turn: { is: "active" } };
}

/** Turns and tools of subagents come without a mark and with the root's session (2.1.0). */
const innermost = "innermost" as const;

function toolOutcome(event: string, payload: JsonFields): Outcome | undefined {
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
        ask: ask(payload, fieldsOf(payload.display).kind === "plan_review" ? "plan" : "permission"),
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

/** A manual compaction has no Stop; an automatic one happens in mid-turn. */
function compaction(event: string, isManual: boolean): Outcome | undefined {
  if (!isManual) return event === "PreCompact" ? { turn: { is: "active", of: innermost } } : undefined;
  return event === "PreCompact" ? { turn: { is: "active" }, settle: "main" } : { turn: { is: "idle" } };
}

function turnOutcome(event: string, payload: JsonFields): Outcome | undefined {
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
    case "PostCompact":
      return compaction(event, payload.trigger === "manual");
    default:
      return undefined;
  }
}

/** Turns one Kimi Code event into ours. Fields shapes: `fixtures/kimi/2.1.0/hooks`, recorded live. */
export function translateKimi({ event, payload }: HookInput): HookOutcome {
  const fields = fieldsOf(payload);
  const session = textOf(fields.session_id);
  if (session === undefined) return { kind: "ignore", why: "payload" };
  const outcome = toolOutcome(event, fields) ?? turnOutcome(event, fields);
  return outcome === undefined
    ? { kind: "ignore", why: "not-a-signal" }
    : { kind: "event", session, ...outcome };
}
