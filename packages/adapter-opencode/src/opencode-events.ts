import {
  type Ask,
  fieldsOf,
  type HookEvent,
  type HookEventOutcome,
  type HookInput,
  type HookOutcome,
  type JsonFields,
  requestOwner,
  textOf,
} from "@hexokit/core/hook";

/** Seconds after which our module ends a report that hangs. */
export const reportTimeout = 3;

/**
 * What our module reports, in OpenCode's own words (1.18.33): no event of tools, whose order is not to be relied
 * on, and no `session.error`, which an idle follows. `dispose` is the plugin's, the only sign of an exit.
 */
export const opencodeEvents: readonly HookEvent[] = [
  "session.created",
  "session.status",
  "session.idle",
  "permission.asked",
  "permission.replied",
  "question.asked",
  "question.replied",
  "question.rejected",
  "dispose",
].map((name) => ({ name, timeout: reportTimeout }));

type Outcome = Omit<HookEventOutcome, "kind" | "session" | "child">;

/** A turn's end: OpenCode waits for no answer any more, and the subagents of the turn are done. */
function idle(child: string | undefined, hasFailed: boolean): Outcome {
  if (child !== undefined) return { children: { end: child } };
  const reason = hasFailed ? ({ reason: "error" } as const) : {};
  return { turn: { is: "idle" }, settle: "all", children: { set: [] }, ...reason };
}

function status(properties: JsonFields, child: string | undefined, hasFailed: boolean): Outcome | undefined {
  switch (fieldsOf(properties.status).type) {
    case "busy":
    case "retry":
      return child === undefined ? { turn: { is: "active" } } : { children: { start: child } };
    case "idle":
      return idle(child, hasFailed);
    default:
      return undefined;
  }
}

function ask(properties: JsonFields, child: string | undefined, reason: Ask["reason"]): Outcome | undefined {
  const id = textOf(properties.id);
  if (id === undefined) return undefined;
  const { command, filepath } = fieldsOf(properties.metadata);
  const questions = Array.isArray(properties.questions) ? properties.questions : [];
  const patterns = Array.isArray(properties.patterns) ? properties.patterns : [];
  const words =
    reason === "question"
      ? textOf(questions.map((one) => textOf(fieldsOf(one).question) ?? "").join(" / "))
      : (textOf(command) ?? textOf(filepath) ?? textOf(patterns[0]));
  const tool = reason === "question" ? "question" : textOf(properties.permission);
  return {
    ask: {
      owner: requestOwner(child, id),
      reason,
      request: { ...(tool === undefined ? {} : { tool }), ...(words === undefined ? {} : { text: words }) },
    },
  };
}

function answered(properties: JsonFields, child: string | undefined): Outcome | undefined {
  const id = textOf(properties.requestID);
  return id === undefined ? undefined : { settle: { owner: requestOwner(child, id) } };
}

function outcomeOf(event: string, payload: JsonFields, child: string | undefined): Outcome | undefined {
  const properties = fieldsOf(payload.properties);
  switch (event) {
    case "session.created":
      // In the TUI it comes with the first prompt (1.18.33): the status follows at once.
      return child === undefined ? {} : { children: { start: child } };
    case "session.status":
      return status(properties, child, payload.failed === true);
    case "session.idle":
      return idle(child, payload.failed === true);
    case "permission.asked":
      return ask(properties, child, "permission");
    case "question.asked":
      return ask(properties, child, "question");
    case "permission.replied":
    case "question.replied":
    case "question.rejected":
      return answered(properties, child);
    case "dispose":
      return child === undefined ? { end: "process" } : undefined;
    default:
      return undefined;
  }
}

/**
 * Turns one report of our module into ours. Shapes: `fixtures/opencode/1.18.33/hooks`. A subagent is a session
 * with a parent; `root` is the topmost one, found by the module.
 */
export function translateOpencode({ event, payload }: HookInput): HookOutcome {
  const fields = fieldsOf(payload);
  const session = textOf(fields.root);
  if (session === undefined) return { kind: "ignore", why: "payload" };
  const own = textOf(fieldsOf(fields.properties).sessionID) ?? session;
  const child = own === session ? undefined : own;
  const outcome = outcomeOf(event, fields, child);
  if (outcome === undefined) return { kind: "ignore", why: "not-a-signal" };
  return { kind: "event", session, ...(child === undefined ? {} : { child }), ...outcome };
}
