import { fieldsOf, type JsonFields, textOf } from "@hexokit/core/hook";
import type { Report } from "./opencode-report.js";

/** What a listener stands on. */
export interface ListenerOptions {
  /** The parent of a session, `""` for a root; undefined where it cannot be told. */
  readonly parentOf: (session: string) => Promise<string | undefined>;
  readonly send: (report: Report) => Promise<void>;
  /** Nobody is there to be asked (`opencode run` answers its permissions itself, within 6 ms). */
  readonly unattended: boolean;
}

/** Deeper than any tree of sessions; also ends a circle. */
const depthLimit = 16;

/** Longer texts of an ask than this nobody reads. */
const textLimit = 2000;

const reported: ReadonlySet<string> = new Set([
  "session.created",
  "session.status",
  "session.idle",
  "permission.asked",
  "permission.replied",
  "question.asked",
  "question.replied",
  "question.rejected",
]);

const asking = /^(?:permission|question)\./;

/** Of an event's properties, what a hook needs: no text of a conversation but that of an ask. */
function partsOf(properties: JsonFields): JsonFields {
  const { id, sessionID, requestID, status, permission, patterns, metadata, questions } = properties;
  const { command, filepath } = fieldsOf(metadata);
  const cut = (value: unknown) => (typeof value === "string" ? value.slice(0, textLimit) : undefined);
  const list = (value: unknown) => (Array.isArray(value) ? value.slice(0, 8) : undefined);
  return {
    id,
    sessionID,
    requestID,
    status: status === undefined ? undefined : { type: fieldsOf(status).type },
    permission,
    patterns: list(patterns)?.map(cut),
    metadata: metadata === undefined ? undefined : { command: cut(command), filepath: cut(filepath) },
    questions: list(questions)?.map((one) => ({ question: cut(fieldsOf(one).question) })),
  };
}

/**
 * Follows one instance of OpenCode: which session is whose child, and what is worth a report. Reports go out one
 * after the other in the order of the events, and none is left out but equal repeats of `busy`.
 */
export class Listener {
  readonly #options: ListenerOptions;
  /** Parents of known sessions, `""` for a root. */
  readonly #parents = new Map<string, string>();
  /** The last status of sessions in a turn; an idle one has none. */
  readonly #statuses = new Map<string, unknown>();
  /** Sessions whose turn has failed. */
  readonly #failed = new Set<string>();
  /** The root that the pane shows: the last one to begin a turn. Others may still work behind it. */
  #root: string | undefined;
  #last: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Takes an event and returns at once. Total: any value may come. */
  take(event: unknown): void {
    const { type, properties } = fieldsOf(event);
    const fields = fieldsOf(properties);
    const session = textOf(fields.sessionID) ?? textOf(fieldsOf(fields.info).id);
    if (this.#isOver || typeof type !== "string" || session === undefined) return;
    this.#learnParent(type, session, fields);
    if (type === "session.error") this.#noteFailure(session, fields);
    if (!reported.has(type) || (this.#options.unattended && asking.test(type))) return;
    const isFirst = type === "session.created" || !this.#statuses.has(session);
    if (type === "session.status" && this.#isRepeat(session, fields)) return;
    const begins = isFirst && (type === "session.created" || this.#statuses.has(session));
    const failed = this.#failed.has(session) ? ({ failed: true } as const) : {};
    const parts = { ...partsOf(fields), sessionID: session };
    this.#then(() => this.#report(type, session, begins, { ...failed, properties: parts }));
  }

  /** The process is about to end: the last report goes out. Resolves when it has. */
  async dispose(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#then(async () => {
      const root = this.#root;
      if (root !== undefined)
        await this.#options.send({ event: "dispose", root, properties: { sessionID: root } });
    });
    await this.#last;
  }

  #then(step: () => Promise<void>): void {
    this.#last = this.#last.then(step).catch(() => {});
  }

  #learnParent(type: string, session: string, { info }: JsonFields): void {
    if (type !== "session.created" && type !== "session.updated") return;
    const { id, parentID } = fieldsOf(info);
    if (id === session) this.#parents.set(session, textOf(parentID) ?? "");
  }

  /** An abort is no failure: a person wanted it. */
  #noteFailure(session: string, { error }: JsonFields): void {
    if (fieldsOf(error).name !== "MessageAbortedError") this.#failed.add(session);
  }

  /** `busy` comes four to six times in a turn (1.18.33, live). */
  #isRepeat(session: string, { status }: JsonFields): boolean {
    const { type } = fieldsOf(status);
    const before = this.#statuses.get(session);
    if (type === "idle") this.#statuses.delete(session);
    else this.#statuses.set(session, type);
    if (type !== "busy") return false;
    this.#failed.delete(session);
    return before === "busy";
  }

  async #report(
    event: string,
    session: string,
    begins: boolean,
    rest: Omit<Report, "event" | "root">,
  ): Promise<void> {
    const root = await this.#rootOf(session);
    if (root === undefined) return;
    // The first that we see of a session may be an ask or an end.
    if (this.#root === undefined || (begins && session === root)) this.#root = root;
    if (root !== this.#root) return;
    await this.#options.send({ event, root, ...rest });
    const isIdle = event === "session.idle" || fieldsOf(rest.properties.status).type === "idle";
    // The root's end is that of its subagents too: the next `busy` of one is news again.
    if (isIdle && session === root) this.#forgetSubagents(root);
  }

  #forgetSubagents(root: string): void {
    for (const session of this.#statuses.keys()) if (session !== root) this.#statuses.delete(session);
  }

  async #rootOf(session: string): Promise<string | undefined> {
    let current = session;
    for (let depth = 0; depth < depthLimit; depth += 1) {
      const parent = this.#parents.get(current) ?? (await this.#options.parentOf(current));
      if (parent === undefined) return undefined;
      this.#parents.set(current, parent);
      if (parent === "") return current;
      current = parent;
    }
    return undefined;
  }
}
