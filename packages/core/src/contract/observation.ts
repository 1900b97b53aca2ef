import type { Owner, Reason } from "./hook-outcome.js";
import type { ProcessInfo } from "./process.js";

/** One agent that a reader wants the harness's own record of. */
export interface ObserveTarget {
  /** Chosen by the reader; comes back in {@link Observation.target}. */
  readonly target: string;
  readonly agent: ProcessInfo;
  /** Epoch milliseconds at which the process started, right to about a second: what a record says of before is over. */
  readonly startedAt?: number;
  /** The session that hooks named, if any. */
  readonly session: string | undefined;
  /** The open asks that hooks left, where there is a memory of them. */
  readonly asks?: readonly { readonly owner: Owner; readonly reason: Reason }[];
  /** The child agents with an id that hooks believe to run, where there is a memory of them. */
  readonly children?: readonly string[];
}

export type ObserveBatch = readonly ObserveTarget[];

/**
 * What the harness's own record says of one agent. Each member is possibly unknown (absent), and
 * overrides only what it states.
 */
export interface Observation {
  readonly target: string;
  /** Where it was read, for `explain`: a path or a call, and the word found. */
  readonly source: string;
  /** The session that the record names. */
  readonly session?: string;
  readonly turn?: "active" | "idle";
  /** Open asks; an empty list states that none is open. */
  readonly asks?: readonly { readonly reason: "permission" | "question" | "plan"; readonly text?: string }[];
  /** Child agents that the record says have ended; `all` when none runs. */
  readonly childrenEnded?: readonly string[] | "all";
  /**
   * Something of the agent's runs on while its root's turn is idle: a background shell, or, with `turn` active,
   * children. False states that nothing does.
   */
  readonly background?: boolean;
  /** Epoch milliseconds at which this state began; absent when the record has no time. */
  readonly at?: number;
  /** Epoch milliseconds of the newest thing in the record, whatever it was: tells whether hooks keep up. */
  readonly writtenAt?: number;
}
