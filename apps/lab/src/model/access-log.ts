/** One line of what happened at the model server. */
export interface AccessEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  /** `request`: an answer is about to begin. `end`: all of it went out. `abort`: the client hung up. */
  readonly event: "request" | "end" | "abort";
  /** `POST /v1/messages 200`, or the step the script asks for: `bash: ls`. */
  readonly text: string;
}

/** Our own log: the model server's journal knows neither hang-ups nor unknown routes. */
export class AccessLog {
  readonly #entries: AccessEntry[] = [];

  add(event: AccessEntry["event"], text: string): void {
    this.#entries.push({ at: Date.now(), event, text });
  }

  /** The first line since `from` (epoch ms) that fits. */
  find(event: AccessEntry["event"], pattern: RegExp, from: number): AccessEntry | undefined {
    return this.#entries.find(
      (entry) => entry.at >= from && entry.event === event && pattern.test(entry.text),
    );
  }

  tail(count: number): readonly AccessEntry[] {
    return this.#entries.slice(-count);
  }
}
