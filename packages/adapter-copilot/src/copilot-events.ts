import {
  fieldsOf,
  type HookEvent,
  type HookEventOutcome,
  type HookInput,
  type HookOutcome,
  type JsonFields,
  textOf,
  toolOwner,
} from "@hexokit/core/hook";
import { runningChildren } from "./copilot-children.js";

/** Seconds. Copilot ends a hook after that and goes on (1.0.102: a limit of 5 s cut a hook of 9 s). */
const timeout = 3;

/**
 * What we register, without matchers: filtering is ours, so that it can change with an update. Not
 * permissionRequest: it fires for tools that nobody is asked about, and a hook of it that fails denies the
 * tool (1.0.102). Not preCompact: no hook tells of the end of a compaction; the event log does.
 */
export const copilotEvents: readonly HookEvent[] = [
  "sessionStart",
  "sessionEnd",
  "userPromptSubmitted",
  "preToolUse",
  "postToolUse",
  "postToolUseFailure",
  "notification",
  "agentStop",
  "errorOccurred",
  "subagentStart",
  "subagentStop",
].map((name) => ({ name, timeout, ...(name === "agentStop" ? { needs: "transcript" } : {}) }));

type Outcome = Omit<HookEventOutcome, "kind">;
type Reason = NonNullable<Outcome["ask"]>["reason"];

/** Tools by which Copilot itself asks a person; no notification tells of a plan (1.0.102). */
const askingTools: ReadonlyMap<unknown, Reason> = new Map([
  ["ask_user", "question"],
  ["exit_plan_mode", "plan"],
]);

/** Notifications that mean: a human must act. `agent_idle` is of a background agent, while the root works. */
const askingNotifications: ReadonlyMap<unknown, Reason> = new Map([
  ["permission_prompt", "permission"],
  ["elicitation_dialog", "question"],
]);

/** A prompt that Copilot writes itself when background work ends: no human typed it, nothing was answered. */
const systemPrompt = "<system_notification>";

function requestOf(tool: string | undefined, words: string | undefined): Pick<Ask, "request"> {
  if (tool === undefined && words === undefined) return {};
  return {
    request: { ...(tool === undefined ? {} : { tool }), ...(words === undefined ? {} : { text: words }) },
  };
}
type Ask = NonNullable<Outcome["ask"]>;

function toolStart(payload: JsonFields, owner: string, isUnattended: boolean): Outcome {
  const tool = textOf(payload.toolName);
  const reason = askingTools.get(tool);
  const started: Outcome = { tool: { is: "start", owner } };
  if (reason === undefined || isUnattended) return started;
  const { message, question, summary } = fieldsOf(payload.toolArgs);
  const words = textOf(message) ?? textOf(question) ?? textOf(summary);
  return { ...started, ask: { owner, reason, ...requestOf(tool, words) } };
}

function notification(payload: JsonFields): Outcome | undefined {
  const reason = askingNotifications.get(payload.notification_type);
  return reason === undefined
    ? undefined
    : { ask: { reason, ...requestOf(undefined, textOf(payload.message)) } };
}

/** No hook tells of a subagent that was cancelled; the event log does, and is read at the root's next stop. */
function stop(transcript: HookInput["transcript"]): Outcome {
  const turn = { is: "idle" } as const;
  return transcript?.complete === true
    ? { turn, children: { set: runningChildren(transcript.head) } }
    : { turn };
}

function rootOutcome(
  event: string,
  payload: JsonFields,
  transcript: HookInput["transcript"],
): Outcome | undefined {
  switch (event) {
    case "sessionStart":
      // It comes with the first prompt, and the two may arrive swapped: it says who, not what.
      return {};
    case "sessionEnd":
      // After /clear, and after /exit with another session open, the process goes on (1.0.102, live).
      return { end: "session" };
    case "userPromptSubmitted":
      return textOf(payload.prompt)?.startsWith(systemPrompt) === true
        ? { turn: { is: "active" } }
        : { turn: { is: "active" }, settle: "main" };
    case "agentStop":
      return stop(transcript);
    case "errorOccurred":
      return { turn: { is: "idle" }, reason: "error" };
    default:
      return undefined;
  }
}

/**
 * A child runs from subagentStart, or from a message that another agent sends it, to its stop. A child's
 * error ends nothing of the root's.
 */
function childOutcome(event: string, child: string): Outcome | undefined {
  if (event === "subagentStart" || event === "userPromptSubmitted") return { children: { start: child } };
  return event === "subagentStop" || event === "agentStop" ? { children: { end: child } } : undefined;
}

/** Without a terminal (`-p`) nobody is asked: the tool is denied at once. Only there is no loader (1.0.102). */
function isUnattended({ COPILOT_CLI, COPILOT_LOADER_PID }: HookInput["environment"]): boolean {
  return COPILOT_CLI !== undefined && COPILOT_LOADER_PID === undefined;
}

/**
 * Turns one Copilot event into ours. Payload shapes: `fixtures/copilot/1.0.102/hooks`, recorded live; they
 * do not name their event. Events with `agentId` are a subagent's, and most carry that one's own id as
 * `sessionId`; a notification names the root alone.
 */
export function translateCopilot({ event, payload, environment, transcript }: HookInput): HookOutcome {
  const fields = fieldsOf(payload);
  const session = textOf(fields.sessionId);
  if (session === undefined) return { kind: "ignore", why: "payload" };
  const child = textOf(fields.agentId);
  const whose = child === undefined ? { session } : { child };
  const unattended = isUnattended(environment);
  const owner = toolOwner(child, textOf(fields.toolName) ?? "", fields.toolArgs);
  if (event === "preToolUse") {
    const turn = child === undefined ? { turn: { is: "active" as const } } : {};
    return { kind: "event", ...whose, ...turn, ...toolStart(fields, owner, unattended) };
  }
  if (event === "postToolUse" || event === "postToolUseFailure")
    return { kind: "event", ...whose, tool: { is: "end", owner } };
  if (event === "notification" && unattended) return { kind: "ignore", why: "unattended" };
  const outcome =
    event === "notification"
      ? notification(fields)
      : child === undefined
        ? rootOutcome(event, fields, transcript)
        : childOutcome(event, child);
  return outcome === undefined
    ? { kind: "ignore", why: "not-a-signal" }
    : { kind: "event", ...whose, ...outcome };
}
