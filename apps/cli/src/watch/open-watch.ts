import { type AgentList, watchAgents } from "@hexokit/core";
import type { KnownHarnesses } from "../adapters.js";
import type { Context } from "../context.js";
import { readList } from "../list/read-list.js";

export interface Watching {
  readonly lists: AsyncIterable<AgentList>;
  /** Ends the lists. */
  stop(): void;
  /** The signal that ended them, if one did: a program that is not ended by signals raises it again. */
  readonly signal: () => NodeJS.Signals | undefined;
}

/** Every agent, again and again, until it is stopped or a signal comes: no tmux client of ours stays behind. */
export function openWatch(context: Context, known: KnownHarnesses): Watching {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  let received: NodeJS.Signals | undefined;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      received = signal;
      stop();
    });
  }
  return { lists: watchAgents(() => readList(context, known), abort.signal), stop, signal: () => received };
}
