import { fieldsOf, type JsonFields, listOf, textOf } from "@hexokit/core/hook";

/** A request to a person that nobody has answered. */
export interface WireAsk {
  readonly id: string;
  readonly reason: "permission" | "question" | "plan";
  readonly text: string | undefined;
}

/** What a `wire.jsonl` says of its agent. */
export interface WireProjection {
  /** Its last word of a turn or a manual compaction; undefined where the window has none. */
  readonly turn: { readonly is: "active" | "idle"; readonly word: string; readonly at: number } | undefined;
  /** The window has the beginning of that turn, so every request of it. */
  readonly isWhole: boolean;
  readonly asks: readonly WireAsk[];
  /** Subagents that run. */
  readonly children: readonly string[];
  /** Background commands that run. */
  readonly tasks: number;
}

/** Lines that cannot matter are not parsed: a record can have megabytes of them. */
const relevant =
  /"type": ?"(?:turn\.prompt|turn\.ended|full_compaction\.\w+|interaction\.(?:request|resolved)|subagent\.\w+|task\.\w+)"/;

function parse(line: string): JsonFields {
  try {
    return fieldsOf(JSON.parse(line));
  } catch {
    return {};
  }
}

function askOf({ id, kind, request }: JsonFields): WireAsk | undefined {
  if (typeof id !== "string") return undefined;
  const { display, action, questions } = fieldsOf(request);
  if (kind === "question") {
    const words = listOf(questions).map((one) => textOf(fieldsOf(one).question) ?? "");
    return { id, reason: "question", text: textOf(words.join(" / ")) };
  }
  if (kind !== "approval") return undefined;
  const { kind: shown, command, plan, path } = fieldsOf(display);
  const words = textOf(command) ?? textOf(plan) ?? textOf(path) ?? textOf(action);
  return { id, reason: shown === "plan_review" ? "plan" : "permission", text: words };
}

class Reader {
  turn: WireProjection["turn"];
  isWhole = false;
  readonly asks = new Map<string, WireAsk>();
  readonly children = new Set<string>();
  readonly tasks = new Set<string>();
  readonly #since: number;

  constructor(since: number) {
    this.#since = since;
  }

  read(fields: JsonFields): void {
    const { type, time } = fields;
    const at = typeof time === "number" && Number.isFinite(time) ? time : 0;
    // Written by an earlier process, which took its turns, requests and tasks along.
    const isOver = at < this.#since;
    switch (type) {
      case "turn.prompt":
      case "full_compaction.begin":
        if (type === "full_compaction.begin" && fields.source !== "manual") break;
        this.turn = { is: isOver ? "idle" : "active", word: type, at };
        this.isWhole = true;
        this.asks.clear();
        break;
      case "turn.ended":
      case "full_compaction.complete":
      case "full_compaction.cancel":
        // An automatic compaction happens in mid-turn.
        if (type !== "turn.ended" && this.turn?.word !== "full_compaction.begin") break;
        this.turn = { is: "idle", word: type, at };
        this.asks.clear();
        break;
      case "interaction.request": {
        const ask = askOf(fields);
        if (ask !== undefined && !isOver) this.asks.set(ask.id, ask);
        break;
      }
      case "interaction.resolved":
        this.asks.delete(String(fields.id));
        break;
      case "subagent.spawned":
      case "subagent.started":
        if (typeof fields.subagentId === "string" && !isOver) this.children.add(fields.subagentId);
        break;
      case "subagent.completed":
      case "subagent.failed":
      case "subagent.cancelled":
        this.children.delete(String(fields.subagentId));
        break;
      case "task.started":
      case "task.terminated": {
        const { taskId, kind, detached } = fieldsOf(fields.info);
        if (type === "task.terminated") this.tasks.delete(String(taskId));
        else if (kind === "process" && detached === true && !isOver) this.tasks.add(String(taskId));
      }
    }
  }
}

/**
 * Reads what a `wire.jsonl` says of its agent: pure, total. Record shapes: `fixtures/kimi/2.1.0`.
 * @param since epoch milliseconds at which the agent's process started: what stands before is over
 */
export function projectWire(lines: Iterable<string>, since: number): WireProjection {
  const reader = new Reader(since);
  for (const line of lines) if (relevant.test(line)) reader.read(parse(line));
  const { turn, isWhole, asks, children, tasks } = reader;
  return { turn, isWhole, asks: [...asks.values()], children: [...children], tasks: tasks.size };
}
