import { type HookEvent, type HookInput, type HookOutcome, type Reason, toolOwner } from "@hexokit/core/hook";

/** Seconds. Claude Code ends a hook after that and goes on (2.1.332: `timeout: 1` ended it after 1.05 s). */
const timeout = 3;

/**
 * What we register, without matchers: filtering is ours, so that it can change with an update. Left out:
 * PostToolBatch, SubagentStart's siblings for tasks and teammates, and all that says nothing of the state.
 */
export const claudeEvents: readonly HookEvent[] = [
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "PermissionDenied",
  "PostToolUse",
  "PostToolUseFailure",
  "Notification",
  "Elicitation",
  "ElicitationResult",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
].map((name) => ({ name, timeout }));

type Payload = Readonly<Record<string, unknown>>;
type Outcome = Omit<Extract<HookOutcome, { kind: "event" }>, "kind">;

const notASignal: HookOutcome = { kind: "ignore", why: "not-a-signal" };

function record(value: unknown): Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Payload) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Tools by which Claude itself asks a person; every other open PermissionRequest is a permission. */
const askingTools: ReadonlyMap<unknown, "question" | "plan"> = new Map([
  ["AskUserQuestion", "question"],
  ["ExitPlanMode", "plan"],
]);

/**
 * The part of a tool's input that is the same when it starts, asks and ends. AskUserQuestion ends with the
 * answers added; an approved plan may have been edited by the person (2.1.332).
 */
function stableInput(tool: string, input: unknown): unknown {
  if (tool === "AskUserQuestion") return record(input).questions;
  return tool === "ExitPlanMode" ? undefined : input;
}

function owner(payload: Payload): string {
  const tool = text(payload.tool_name) ?? "";
  return toolOwner(text(payload.agent_id), tool, stableInput(tool, payload.tool_input));
}

/** What a person is asked, in the words they see in the dialog. */
function requestText(tool: string, input: Payload): string | undefined {
  if (tool === "AskUserQuestion") {
    const questions = Array.isArray(input.questions) ? input.questions : [];
    return text(questions.map((question) => text(record(question).question) ?? "").join(" / "));
  }
  return text(input.command) ?? text(input.file_path) ?? text(input.url) ?? text(input.plan);
}

function ask(payload: Payload, reason: "permission" | "question" | "plan"): Outcome["ask"] & object {
  const tool = text(payload.tool_name) ?? "";
  const question = requestText(tool, record(payload.tool_input));
  return {
    owner: owner(payload),
    reason,
    request: { tool, ...(question === undefined ? {} : { text: question }) },
  };
}

/** Kinds of notification that mean: a human must act. Many others do not (2.1.332 has seventeen). */
const askingNotifications: ReadonlyMap<unknown, "permission" | "question"> = new Map([
  ["permission_prompt", "permission"],
  ["worker_permission_prompt", "permission"],
  ["agent_needs_input", "permission"],
  ["elicitation_dialog", "question"],
  ["elicitation_url_dialog", "question"],
]);

function notification(payload: Payload): Outcome | undefined {
  const kind = text(payload.notification_type) ?? "";
  // Sixty seconds at the prompt: whatever the root had open is over, though no event said so (Esc, "No").
  if (kind === "idle_prompt") return { turn: { is: "idle" } };
  const reason = askingNotifications.get(kind);
  if (reason === undefined) return undefined;
  const message = text(payload.message);
  return { ask: { reason, ...(message === undefined ? {} : { request: { text: message } }) } };
}

/** An MCP server asks; its answer names the same server. Seen in the documentation only. */
function elicitationOwner(payload: Payload): string {
  return toolOwner(text(payload.agent_id), "Elicitation", text(payload.mcp_server_name) ?? "");
}

/** The root's Stop lists what still runs: subagents are children, shells are background work (2.1.332). */
function stop(payload: Payload): Outcome {
  const { background_tasks: tasks } = payload;
  const turn = { is: "idle" } as const;
  if (!Array.isArray(tasks)) return { turn };
  const running = tasks.map(record).filter((task) => task.status === undefined || task.status === "running");
  const children = running.filter((task) => task.type === "subagent").map((task) => text(task.id));
  const hasShell = running.some((task) => task.type === "shell");
  return {
    turn,
    children: { set: children.filter((id) => id !== undefined) },
    ...(hasShell ? { reason: "background" satisfies Reason } : {}),
  };
}

/** A prompt that Claude writes itself when a background task ends; no human typed it, nothing was answered. */
const taskNotification = "<task-notification>";

function prompt(payload: Payload): Outcome {
  const turn = { is: "active" } as const;
  return text(payload.prompt)?.startsWith(taskNotification) === true ? { turn } : { turn, settle: "main" };
}

/** Reasons after which the process goes on with another session; every other one ends it. */
const continuingEnds: readonly unknown[] = ["clear", "resume"];

function rootOutcome(event: string, payload: Payload): Outcome | undefined {
  switch (event) {
    case "SessionStart":
      return payload.source === "compact" ? {} : { turn: { is: "idle" } };
    case "SessionEnd":
      return { end: continuingEnds.includes(payload.reason) ? "session" : "process" };
    case "UserPromptSubmit":
      return prompt(payload);
    case "Stop":
      return stop(payload);
    case "StopFailure":
      return { turn: { is: "idle" }, reason: "error" };
    case "PreCompact":
      // Who types /compact is at the prompt: what was open is over, though no event said so.
      return payload.trigger === "manual"
        ? { turn: { is: "active" }, settle: "main" }
        : { turn: { is: "active" } };
    case "PostCompact":
      // An automatic compaction happens in mid-turn; a manual one has no Stop.
      return payload.trigger === "manual" ? { turn: { is: "idle" } } : undefined;
    default:
      return undefined;
  }
}

function toolOutcome(event: string, payload: Payload, isRoot: boolean): Outcome | undefined {
  const active: Outcome = isRoot ? { turn: { is: "active" } } : {};
  const asking = askingTools.get(payload.tool_name);
  switch (event) {
    case "PreToolUse":
      return {
        ...active,
        tool: { is: "start", owner: owner(payload) },
        ...(asking === undefined ? {} : { ask: ask(payload, asking) }),
      };
    case "PermissionRequest":
      return { ...active, ask: ask(payload, asking ?? "permission") };
    case "PostToolUse":
    case "PostToolUseFailure":
    case "PermissionDenied":
      return { tool: { is: "end", owner: owner(payload) } };
    case "Notification":
      return notification(payload);
    case "Elicitation": {
      const message = text(payload.message);
      const request = message === undefined ? {} : { request: { text: message } };
      return { ask: { owner: elicitationOwner(payload), reason: "question", ...request } };
    }
    case "ElicitationResult":
      return { settle: { owner: elicitationOwner(payload) } };
    default:
      return undefined;
  }
}

function childOutcome(event: string, child: string): Outcome | undefined {
  if (event === "SubagentStart") return { children: { start: child } };
  return event === "SubagentStop" ? { children: { end: child } } : undefined;
}

/**
 * A manual compaction whose model call fails ends with StopFailure of an agent without a type, and with
 * nothing else (2.1.332, live): it is the root's turn that is over.
 */
function isCompaction(event: string, payload: Payload): boolean {
  return event === "StopFailure" && (payload.agent_type ?? "") === "";
}

/**
 * Turns one Claude Code event into ours. Payload shapes: `fixtures/claude/2.1.332/hooks`, recorded live.
 * Events with `agent_id` are a subagent's and come with the root's session id.
 */
export function translateClaude({ event, payload }: HookInput): HookOutcome {
  const fields = record(payload);
  const session = text(fields.session_id);
  if (session === undefined) return { kind: "ignore", why: "payload" };
  const child = isCompaction(event, fields) ? undefined : text(fields.agent_id);
  const outcome =
    toolOutcome(event, fields, child === undefined) ??
    (child === undefined ? rootOutcome(event, fields) : childOutcome(event, child));
  if (outcome === undefined) return notASignal;
  return { kind: "event", session, ...(child === undefined ? {} : { child }), ...outcome };
}
