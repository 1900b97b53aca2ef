import { fieldsOf, type JsonFields, listOf, parseJson, textOf } from "@hexokit/core/hook";
import {
  answeredQuestions,
  asyncQuestion,
  blockingQuestion,
  isAccepted,
  questionTexts,
} from "./codex-questions.js";

/** A question that nobody has answered. */
export interface PendingQuestion {
  /** `request_user_input` blocks its turn, `request_user_input_async` does not. */
  readonly tool: string;
  readonly call: string;
  readonly index: number;
  readonly text: string;
}

/** What a rollout says. It says nothing of approvals: neither the request nor the answer leaves a line (0.171.0). */
export interface RolloutProjection {
  /** The thread whose rollout it is. */
  readonly thread: string;
  /** The session it belongs to: its own id, or of a subagent the root's. */
  readonly session: string;
  readonly isRoot: boolean;
  /** The turn that began or ended last; undefined where the window does not tell. */
  readonly turn: RolloutTurn | undefined;
  readonly questions: readonly PendingQuestion[];
  /** Epoch milliseconds of its last line. */
  readonly writtenAt: number | undefined;
  /** The rollout was read whole, each line was understood: no other question is pending. */
  readonly hasNoOther: boolean;
}

export interface RolloutTurn {
  readonly id: string | undefined;
  readonly is: "active" | "idle";
  /** Its last word in the record: `task_started`, `task_complete` or `turn_aborted`. */
  readonly word: string;
  /** Epoch milliseconds. */
  readonly at: number | undefined;
  /** The window holds its beginning, so every question of it. */
  readonly isWhole: boolean;
}

export interface RolloutWindow {
  readonly head: string;
  readonly tail: string;
  /** `head` is the whole text. */
  readonly complete: boolean;
}

/** Lines that cannot matter are not parsed: a rollout can have megabytes of them. */
const relevant =
  /"(?:task_started|task_complete|turn_aborted|verified_answer|UserMessage|request_user_input|request_user_input_async)"/;

interface Call {
  readonly tool: string;
  readonly turn: string | undefined;
  readonly texts: readonly string[];
}

interface Open extends PendingQuestion {
  readonly turn: string | undefined;
}

/** Reads lines one after another; what is unknown to it is passed over. */
class Reader {
  turn: RolloutTurn | undefined;
  questions: readonly Open[] = [];
  isSound = true;
  /** Async calls that Codex has not yet said it took. */
  readonly #calls = new Map<string, Call>();

  read(line: string): void {
    const isOutput = line.includes('"function_call_output"') && this.#knows(line);
    const isWhole = line.startsWith("{") && line.endsWith("}");
    const parsed = isWhole && (isOutput || relevant.test(line)) ? fieldsOf(parseJson(line)) : undefined;
    if (!isWhole || (parsed !== undefined && typeof parsed.type !== "string")) {
      // Whatever that line said of the turn, we do not know it.
      this.isSound = false;
      this.turn = undefined;
      return;
    }
    if (parsed === undefined) return;
    const payload = fieldsOf(parsed.payload);
    if (parsed.type === "event_msg") this.#event(payload, parsed.timestamp);
    else if (parsed.type === "response_item") this.#item(payload);
    else if (parsed.type === "retained_context" && payload.type === "verified_answer")
      this.#drop(({ call }) => call === payload.call_id);
  }

  #knows(line: string): boolean {
    return [...this.#calls.keys(), ...this.questions.map(({ call }) => call)].some((call) =>
      line.includes(call),
    );
  }

  #drop(isOver: (question: Open) => boolean): void {
    this.questions = this.questions.filter((question) => !isOver(question));
  }

  #event(payload: JsonFields, timestamp: unknown): void {
    const { type } = payload;
    const id = textOf(payload.turn_id);
    if (type === "task_started") {
      this.turn = { id, is: "active", word: type, at: time(timestamp), isWhole: true };
    } else if (type === "task_complete" || type === "turn_aborted") {
      // An older turn's end says nothing of the one that runs.
      if (this.turn?.is === "active" && this.turn.id !== id) return;
      this.turn = { id, is: "idle", word: type, at: time(timestamp), isWhole: this.turn?.isWhole ?? false };
      this.#drop(({ tool }) => type === "turn_aborted" || tool === blockingQuestion);
    } else if (type === "item_completed") this.#message(fieldsOf(payload.item), id);
  }

  /** Answers close their questions; a message of a later turn closes those that nobody can answer any more. */
  #message(item: JsonFields, turn: string | undefined): void {
    if (item.type !== "UserMessage") return;
    const words = listOf(item.content).map((part) => textOf(fieldsOf(part).text) ?? "");
    const answered = answeredQuestions(words.join("\n"));
    if (answered === undefined) {
      this.#drop((question) => turn !== undefined && question.turn !== turn);
      return;
    }
    this.#drop((question) =>
      answered.some(({ call, index }) => call === question.call && index === question.index),
    );
  }

  #item({ type, name, call_id: id, arguments: input, output }: JsonFields): void {
    const call = textOf(id);
    if (call === undefined) return;
    if (type === "function_call" && (name === blockingQuestion || name === asyncQuestion)) {
      const asked = { tool: name, turn: this.turn?.id, texts: questionTexts(parseJson(input)) };
      if (name === blockingQuestion) this.#open(call, asked);
      else this.#calls.set(call, asked);
    } else if (type === "function_call_output") {
      const asked = this.#calls.get(call);
      this.#calls.delete(call);
      if (asked !== undefined && isAccepted(output)) this.#open(call, asked);
      else this.#drop((question) => question.call === call && question.tool === blockingQuestion);
    }
  }

  #open(call: string, { tool, turn, texts }: Call): void {
    const opened = texts.map((words, index) => ({ tool, call, index, turn, text: words }));
    this.questions = [...this.questions.filter((question) => question.call !== call), ...opened];
  }
}

function time(timestamp: unknown): number | undefined {
  const at = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** The time at the beginning of the last whole line. */
function lastTime(part: string): number | undefined {
  const end = part.lastIndexOf("\n");
  const start = part.lastIndexOf("\n", end - 1) + 1;
  return end <= 0 ? undefined : time(/^\{"timestamp":"([^"]+)"/.exec(part.slice(start, start + 64))?.[1]);
}

/** Every line, without copying the text into an array of them. */
function* linesOf(part: string): Generator<string> {
  for (let start = 0; start < part.length; ) {
    const end = part.indexOf("\n", start);
    yield part.slice(start, end < 0 ? part.length : end);
    start = end < 0 ? part.length : end + 1;
  }
}

/**
 * Reads what a rollout says of its thread: pure, total. Undefined for what does not begin with a
 * `session_meta` record that names its thread. Record shapes: `fixtures/codex`, 0.164.0 and 0.171.0.
 */
export function projectRollout({ head, tail, complete }: RolloutWindow): RolloutProjection | undefined {
  const end = head.indexOf("\n");
  const first = fieldsOf(parseJson(end < 0 ? head : head.slice(0, end)));
  const meta = fieldsOf(first.payload);
  const thread = textOf(meta.id);
  if (first.type !== "session_meta" || thread === undefined) return undefined;
  const session = textOf(meta.session_id) ?? thread;
  const reader = new Reader();
  // Between head and tail something is missing: the tail alone tells how it ended.
  for (const line of linesOf(complete ? head.slice(end + 1) : tail)) reader.read(line);
  return {
    thread,
    session,
    isRoot: session === thread && fieldsOf(meta.source).subagent === undefined,
    turn: reader.turn,
    questions: reader.questions.map(({ tool, call, index, text: words }) => ({
      tool,
      call,
      index,
      text: words,
    })),
    writtenAt: lastTime(complete ? head : tail),
    hasNoOther: complete && reader.isSound,
  };
}
