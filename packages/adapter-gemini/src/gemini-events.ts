import {
  fieldsOf,
  type HookEvent,
  type HookInput,
  type HookOutcome,
  type JsonFields,
  listOf,
  type Owner,
  textOf,
  toolOwner,
} from "@hexokit/core/hook";

/** Milliseconds. Gemini CLI waits for its hooks; a timed-out one has failed, and the turn goes on (0.61.0). */
const timeout = 3000;

/**
 * What we register, without matchers: filtering is ours, so that it can change with an update, and a matcher of
 * Notification is ignored anyway. Left out: PreCompress, which runs in every turn, and the hooks around the
 * model's calls, which say nothing of the state.
 */
export const geminiEvents: readonly HookEvent[] = [
  "SessionStart",
  "SessionEnd",
  "BeforeAgent",
  "AfterAgent",
  "BeforeTool",
  "AfterTool",
  "Notification",
].map((name) => ({ name, timeout }));

type Outcome = Omit<Extract<HookOutcome, { kind: "event" }>, "kind">;
type Ask = NonNullable<Outcome["ask"]>;

const shell = "run_shell_command";
const question = "ask_user";

/** Tools that ask to change one file; the dialog does not say which of them asks. */
const editTools: readonly unknown[] = ["edit", "replace", "write_file"];

function editOwner(path: unknown): Owner {
  // The tool has the path as the model wrote it, the dialog the whole one.
  return toolOwner(undefined, "edit", textOf(path)?.split("/").at(-1));
}

/**
 * Names a tool call by what is the same when it starts, when its dialog opens and when it ends: a person may
 * edit what is to be written, and the dialog of a command carries the command alone.
 */
function ownerOf({ tool_name: tool, tool_input: value }: JsonFields): Owner {
  const input = fieldsOf(value);
  if (tool === shell) return toolOwner(undefined, shell, input.command);
  if (tool === question) return toolOwner(undefined, question, undefined);
  return editTools.includes(tool)
    ? editOwner(input.file_path)
    : toolOwner(undefined, textOf(tool) ?? "", value);
}

/** The dialog's own notification has no text, so the question is taken from the tool's start. */
function questionAsk(payload: JsonFields): Ask {
  const questions = listOf(fieldsOf(payload.tool_input).questions);
  const text = textOf(questions.map((one) => textOf(fieldsOf(one).question) ?? "").join(" / "));
  return {
    owner: ownerOf(payload),
    reason: "question",
    request: { tool: question, ...(text === undefined ? {} : { text }) },
  };
}

function request(tool: string | undefined, value: unknown): Pick<Ask, "request"> {
  const text = textOf(value);
  return { request: { ...(tool === undefined ? {} : { tool }), ...(text === undefined ? {} : { text }) } };
}

/** The dialog of a tool. Dialogs of one answer are all announced at once, before the first is answered. */
function permission({ details: value, message }: JsonFields): Ask {
  const details = fieldsOf(value);
  switch (details.type) {
    case "exec":
      return {
        owner: toolOwner(undefined, shell, details.command),
        reason: "permission",
        ...request(shell, details.command),
      };
    case "edit":
      return {
        owner: editOwner(details.filePath),
        reason: "permission",
        ...request(undefined, details.filePath),
      };
    case "ask_user":
      return { owner: toolOwner(undefined, question, undefined), reason: "question" };
    case "exit_plan_mode":
      return { reason: "plan", ...request(undefined, details.title) };
    case "mcp":
      return { reason: "permission", ...request(textOf(details.toolName), details.title) };
    default:
      return { reason: "permission", ...request(undefined, details.prompt ?? message) };
  }
}

function outcomeOf(event: string, payload: JsonFields): Outcome | undefined {
  switch (event) {
    case "SessionStart":
      return { turn: { is: "idle" } };
    case "SessionEnd":
      // On exit it comes three times.
      return { end: payload.reason === "clear" ? "session" : "process" };
    case "BeforeAgent":
      return { turn: { is: "active" }, settle: "main" };
    case "AfterAgent":
      return { turn: { is: "idle" } };
    case "BeforeTool":
      return {
        turn: { is: "active" },
        tool: { is: "start", owner: ownerOf(payload) },
        ...(payload.tool_name === question ? { ask: questionAsk(payload) } : {}),
      };
    case "AfterTool":
      return { tool: { is: "end", owner: ownerOf(payload) } };
    case "Notification":
      return payload.notification_type === "ToolPermission" ? { ask: permission(payload) } : undefined;
    default:
      return undefined;
  }
}

/**
 * Turns one event of Gemini CLI into ours. Payload shapes: `fixtures/gemini/0.61.0/hooks`, recorded live. A
 * subagent's events carry the main session and no mark of their own: its asks are the root's.
 */
export function translateGemini({ event, payload }: HookInput): HookOutcome {
  const fields = fieldsOf(payload);
  const session = textOf(fields.session_id);
  if (session === undefined) return { kind: "ignore", why: "payload" };
  const outcome = outcomeOf(event, fields);
  return outcome === undefined
    ? { kind: "ignore", why: "not-a-signal" }
    : { kind: "event", session, ...outcome };
}
