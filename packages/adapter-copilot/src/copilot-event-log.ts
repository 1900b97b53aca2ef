import { fieldsOf, type JsonFields, parseJson, textOf } from "@hexokit/core";
import { followChild } from "./copilot-children.js";
import { sessionIn } from "./copilot-transcript.js";

export interface LogAsk {
  readonly reason: "permission" | "question" | "plan";
  readonly text?: string;
}

/** What an event log says at its end. */
export interface LogProjection {
  /** The session that the first line names. */
  readonly session: string | undefined;
  /** The root's turn; undefined where no line of it was seen. */
  readonly turn: "active" | "idle" | undefined;
  /** Epoch milliseconds at which it began. */
  readonly at: number | undefined;
  /** The line that decided, for `explain`. */
  readonly word: string;
  readonly asks: readonly LogAsk[];
  /** A tool other than those that ask is open: it may ask by itself (MCP), which no line tells. */
  readonly hasOpenTool: boolean;
  readonly endedChildren: readonly string[];
  /** No process has used the session since it was shut down. */
  readonly isShutDown: boolean;
}

/** One tool call or permission that is open, and whose it is: `undefined` is the root. */
interface Open {
  readonly child: string | undefined;
  readonly ask: LogAsk | undefined;
}

const askingTools: ReadonlyMap<unknown, LogAsk["reason"]> = new Map([
  ["ask_user", "question"],
  ["exit_plan_mode", "plan"],
]);

function askOf(reason: LogAsk["reason"], ...words: readonly unknown[]): LogAsk {
  const text = words.map(textOf).find((word) => word !== undefined);
  return { reason, ...(text === undefined ? {} : { text }) };
}

/** Folds the lines of `events.jsonl`, in their order. Shapes: `fixtures/copilot/1.0.102` (live). */
class Log {
  turn: LogProjection["turn"];
  at: number | undefined;
  word = "nothing of a turn";
  isCompacting = false;
  isShutDown = false;
  hasPrompt = false;
  /** The answer that is being written has asked for tools: its end is not the turn's. */
  #hasCalls = false;
  readonly open = new Map<string, Open>();
  readonly children = new Map<string, boolean>();

  add(line: JsonFields): void {
    const type = textOf(line.type) ?? "";
    const data = fieldsOf(line.data);
    const child = textOf(line.agentId);
    if (child === undefined) this.#addOfRoot(type, data, line);
    else this.#addOfChild(type, child);
    this.#addCall(type, data, child);
  }

  #become(turn: "active" | "idle", type: string, line: JsonFields): void {
    this.word = type;
    if (this.turn === turn) return;
    this.turn = turn;
    const at = Date.parse(textOf(line.timestamp) ?? "");
    this.at = Number.isFinite(at) ? at : undefined;
  }

  #addOfRoot(type: string, data: JsonFields, line: JsonFields): void {
    switch (type) {
      case "assistant.turn_start":
        this.#hasCalls = false;
        this.#become("active", type, line);
        break;
      case "assistant.message":
        this.#hasCalls = Array.isArray(data.toolRequests) && data.toolRequests.length > 0;
        break;
      case "assistant.turn_end":
        // One for each answer of the model: the last one asks for no tool.
        if (!this.#hasCalls) this.#become("idle", type, line);
        break;
      case "session.task_complete":
      case "session.error":
      case "abort":
        this.#become("idle", `${type} ${textOf(data.reason) ?? ""}`.trim(), line);
        this.#closeOf((owner) => owner === undefined);
        break;
      case "session.compaction_start":
      case "session.compaction_complete":
        this.isCompacting = type === "session.compaction_start";
        break;
      case "session.start":
      case "session.resume":
      case "session.shutdown":
        this.isShutDown = type === "session.shutdown";
        this.isCompacting = false;
        if (this.isShutDown || this.turn !== undefined) this.#become("idle", type, line);
        this.#closeOf(() => true);
        break;
      default:
        break;
    }
    if (type === "user.message") this.hasPrompt = true;
    // A line of the root's after a shutdown is of a process that took the session up again.
    if (type === "user.message" || type === "assistant.turn_start") this.isShutDown = false;
  }

  #addOfChild(type: string, child: string): void {
    followChild(this.children, type, child);
    if (this.children.get(child) === false) this.#closeOf((owner) => owner === child);
  }

  #addCall(type: string, data: JsonFields, child: string | undefined): void {
    const [call, request] = [`tool ${textOf(data.toolCallId)}`, `permission ${textOf(data.requestId)}`];
    if (type === "tool.execution_start") {
      const { message, question, summary } = fieldsOf(data.arguments);
      const reason = askingTools.get(data.toolName);
      const ask = reason === undefined ? undefined : askOf(reason, message, question, summary);
      this.open.set(call, { child, ask });
    } else if (type === "tool.execution_complete") this.open.delete(call);
    else if (type === "permission.requested") {
      const { fullCommandText, path, url, intention } = fieldsOf(data.permissionRequest);
      this.open.set(request, { child, ask: askOf("permission", fullCommandText, path, url, intention) });
    } else if (type === "permission.completed") this.open.delete(request);
  }

  #closeOf(isClosed: (child: string | undefined) => boolean): void {
    for (const [key, { child }] of this.open) if (isClosed(child)) this.open.delete(key);
  }
}

function linesOf(text: string): readonly JsonFields[] {
  return text.split("\n").map((line) => fieldsOf(parseJson(line)));
}

/** What the beginning and the end of a log say; `tail` is empty where `head` is the whole. */
export function projectLog({ head, tail }: { readonly head: string; readonly tail: string }): LogProjection {
  const log = new Log();
  for (const line of linesOf(tail === "" ? head : tail)) log.add(line);
  const open = [...log.open.values()];
  return {
    session: textOf(sessionIn(head.split("\n", 1)[0] ?? "")),
    // Esc before the first word takes the prompt back, and its lines out of the log (1.0.102, live).
    turn: log.isCompacting ? "active" : (log.turn ?? (tail === "" && !log.hasPrompt ? "idle" : undefined)),
    at: log.isCompacting ? undefined : log.at,
    word: log.isCompacting ? "session.compaction_start" : log.word,
    asks: open.map(({ ask }) => ask).filter((ask) => ask !== undefined),
    hasOpenTool: open.some(({ ask }) => ask === undefined),
    endedChildren: [...log.children].filter(([, isRunning]) => !isRunning).map(([child]) => child),
    isShutDown: log.isShutDown,
  };
}
