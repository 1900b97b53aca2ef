import {
  type Ask,
  fieldsOf,
  type HookEvent,
  type HookEventOutcome,
  type HookInput,
  type HookOutcome,
  type JsonFields,
  type Owner,
  requestOwner,
  type TranscriptWindow,
  textOf,
  toolOwner,
} from "@hexokit/core/hook";
import {
  answeredQuestions,
  asyncQuestion,
  blockingQuestion,
  isAccepted,
  questionOwner,
  questionTexts,
} from "./codex-questions.js";
import { effectiveReviewer } from "./codex-turn-context.js";

/** Seconds. Codex cuts Interrupt and SessionEnd to 3 (with a warning above) and gives them 1 by default. */
const timeout = 3;

/**
 * What we register: all twelve events of 0.164.0 and 0.171.0. PostCompact is there since a manual compaction
 * has no Stop. A permission's reviewer stands in the transcript only. With a prompt a person shows in which TUI they sit.
 */
export const codexEvents: readonly HookEvent[] = [
  { name: "SessionStart", timeout, needs: "place" },
  { name: "UserPromptSubmit", timeout, needs: "place" },
  { name: "PreToolUse", timeout },
  { name: "PermissionRequest", timeout, needs: "transcript" },
  { name: "PostToolUse", timeout },
  { name: "Stop", timeout },
  { name: "Interrupt", timeout },
  { name: "SessionEnd", timeout },
  { name: "SubagentStart", timeout },
  { name: "SubagentStop", timeout },
  { name: "PreCompact", timeout },
  { name: "PostCompact", timeout },
];

type Outcome = Omit<HookEventOutcome, "kind" | "session" | "child">;

const rolloutName = /\/rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-([^/]+)\.jsonl$/;

/**
 * The subagent that an event is of. A subagent's hooks carry the root's `session_id` and an `agent_id`; events
 * whose shape has no `agent_id` (Interrupt) still name the subagent's own rollout (0.171.0).
 */
function childOf(payload: JsonFields, session: string): string | undefined {
  const named = textOf(payload.agent_id);
  if (named !== undefined) return named;
  const thread = rolloutName.exec(textOf(payload.transcript_path) ?? "")?.[1];
  return thread === undefined || thread === session ? undefined : thread;
}

/** The part of a tool's input that is the same when it starts, asks and ends: only the ask has a description. */
function stableInput(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { description: _, ...rest } = input as Record<string, unknown>;
  return rest;
}

function callOwner(payload: JsonFields, child: string | undefined): Owner {
  const tool = textOf(payload.tool_name) ?? "";
  const call = textOf(payload.tool_use_id);
  const isQuestion = tool === blockingQuestion || tool === asyncQuestion;
  // Of other tools the ask carries no id.
  return isQuestion && call !== undefined
    ? requestOwner(child, JSON.stringify([tool, call]))
    : toolOwner(child, tool, stableInput(payload.tool_input));
}

function request(payload: JsonFields, words: string | undefined): NonNullable<Ask["request"]> {
  return { tool: textOf(payload.tool_name) ?? "", ...(words === undefined ? {} : { text: words }) };
}

/** In Plan mode Codex waits for these answers; without a question it does not. */
function blockingAsk(payload: JsonFields, child: string | undefined): { ask?: Ask } {
  if (payload.tool_name !== blockingQuestion) return {};
  const texts = questionTexts(payload.tool_input);
  if (texts.length === 0) return {};
  return {
    ask: {
      owner: callOwner(payload, child),
      reason: "question",
      request: request(payload, textOf(texts.join(" / "))),
    },
  };
}

/** Questions that Codex took and does not wait for: each is answered alone, and outlives the turn. */
function asyncAsk(payload: JsonFields, child: string | undefined): { ask?: Ask } {
  const call = textOf(payload.tool_use_id);
  if (payload.tool_name !== asyncQuestion || call === undefined || !isAccepted(payload.tool_response))
    return {};
  const texts = questionTexts(payload.tool_input);
  const [owner, ...siblings] = texts.map((_, index) =>
    questionOwner(child, { tool: asyncQuestion, call, index }),
  );
  if (owner === undefined) return {};
  return {
    ask: {
      owner,
      siblings,
      reason: "question",
      survivesTurn: true,
      request: request(payload, textOf(texts.join(" / "))),
    },
  };
}

/**
 * A human is asked only where the turn's reviewer is the user: with `auto_review` the same event comes with
 * the same payload (0.171.0). Where the reviewer is unknown nothing is claimed.
 */
function permissionAsk(
  payload: JsonFields,
  child: string | undefined,
  transcript: TranscriptWindow | undefined,
): { ask?: Ask } {
  if (effectiveReviewer(transcript, textOf(payload.turn_id)) !== "user") return {};
  const input = fieldsOf(payload.tool_input);
  const words = textOf(input.command) ?? textOf(input.description);
  return {
    ask: { owner: callOwner(payload, child), reason: "permission", request: request(payload, words) },
  };
}

function toolOutcome(
  event: string,
  payload: JsonFields,
  child: string | undefined,
  transcript: TranscriptWindow | undefined,
): Outcome | undefined {
  const turn = textOf(payload.turn_id);
  const ofTurn: Outcome = child !== undefined || turn === undefined ? {} : { turnId: turn };
  const active: Outcome = child === undefined ? { turn: { is: "active" }, ...ofTurn } : {};
  switch (event) {
    case "PreToolUse":
      return {
        ...active,
        tool: { is: "start", owner: callOwner(payload, child) },
        ...blockingAsk(payload, child),
      };
    case "PermissionRequest":
      return { ...active, ...permissionAsk(payload, child, transcript) };
    case "PostToolUse":
      return {
        ...ofTurn,
        tool: { is: "end", owner: callOwner(payload, child) },
        ...asyncAsk(payload, child),
      };
    default:
      return undefined;
  }
}

/** Only the answers of a message settle; an ordinary one ends what the root had open before. */
function answers(payload: JsonFields, child: string | undefined): Outcome | undefined {
  const ids = answeredQuestions(payload.prompt);
  return ids === undefined ? undefined : { settle: { owners: ids.map((id) => questionOwner(child, id)) } };
}

function rootOutcome(event: string, payload: JsonFields): Outcome | undefined {
  const id = textOf(payload.turn_id);
  const named = id === undefined ? {} : { id };
  switch (event) {
    // Comes with the first prompt, whose own event follows; also after a compaction.
    case "SessionStart":
      return {};
    // `reason` is always "other": the process may go on (/new, a daemon that drops the thread).
    case "SessionEnd":
      return { end: "session" };
    case "UserPromptSubmit":
      return { turn: { is: "active", ...named }, ...(answers(payload, undefined) ?? { settle: "main" }) };
    case "Stop":
      return { turn: { is: "idle", ...named } };
    case "Interrupt":
      return { turn: { is: "idle", ...named }, settle: "root" };
    // Without the turn's id: a compaction is no turn that makes open questions stale.
    case "PreCompact":
      return { turn: { is: "active" } };
    case "PostCompact":
      // An automatic compaction happens in mid-turn; a manual one has no Stop.
      return payload.trigger === "manual" ? { turn: { is: "idle", ...named } } : undefined;
    default:
      return undefined;
  }
}

function childOutcome(event: string, payload: JsonFields, child: string): Outcome | undefined {
  switch (event) {
    case "SubagentStart":
      return { children: { start: child } };
    case "SubagentStop":
      return { children: { end: child } };
    case "UserPromptSubmit":
      return answers(payload, child);
    case "Interrupt":
      return { settle: { child } };
    default:
      return undefined;
  }
}

/**
 * Turns one Codex event into ours. Payload shapes: `fixtures/codex/0.171.0/hooks`, recorded live; 0.164.0 has
 * the same members.
 */
export function translateCodex({ event, payload, transcript }: HookInput): HookOutcome {
  const fields = fieldsOf(payload);
  const session = textOf(fields.session_id);
  if (session === undefined) return { kind: "ignore", why: "payload" };
  const child = childOf(fields, session);
  const outcome =
    toolOutcome(event, fields, child, transcript) ??
    (child === undefined ? rootOutcome(event, fields) : childOutcome(event, fields, child));
  if (outcome === undefined) return { kind: "ignore", why: "not-a-signal" };
  return { kind: "event", session, ...(child === undefined ? {} : { child }), ...outcome };
}
