import type { HookEventOutcome, Owner, Reason } from "../contract/hook-outcome.js";
import type { ProviderId } from "../contract/provider.js";
import type { AgentState } from "../pane-options/pane-options.js";

/** One agent process, told apart from a later one with the same pid by its start time. */
export interface AgentIdentity {
  readonly provider: ProviderId;
  readonly pid: number;
  readonly startTime: number;
}

/** Where an event stands in time: start time of the process the agent ran for it, then its pid. */
export interface EventKey {
  readonly startTime: number;
  readonly pid: number;
}

/** An event as it is remembered: the outcome without texts, with who, when and where in the order. */
export interface AgentEvent extends Omit<HookEventOutcome, "kind" | "ask"> {
  readonly key: EventKey;
  /** Epoch milliseconds at which the hook ran. */
  readonly at: number;
  readonly agent: AgentIdentity;
  readonly ask?: {
    readonly owner?: Owner;
    readonly siblings?: readonly Owner[];
    readonly reason: Reason;
    readonly survivesTurn: boolean;
  };
}

export interface OpenAsk {
  readonly owner: Owner;
  readonly reason: Reason;
  readonly survivesTurn: boolean;
}

/** What the events so far add up to. */
export interface AgentSituation {
  readonly agent: AgentIdentity | undefined;
  readonly session: string | undefined;
  readonly turn: "active" | "idle" | undefined;
  readonly turnId: string | undefined;
  /** The turn that ended last: late tool events of it set no turn and open no ask. */
  readonly endedTurnId: string | undefined;
  /** Why the root is idle. */
  readonly idleReason: Reason | undefined;
  readonly asks: readonly OpenAsk[];
  readonly children: readonly string[];
  readonly anonymousChildren: number;
  /** Tools that started and have not ended, oldest first, at most 16. */
  readonly tools: readonly Owner[];
  /** The agent said that its process ends. */
  readonly ended: boolean;
  /** Epoch milliseconds at which the present state word began. */
  readonly since: number;
}

/** What tmux holds, as far as we wrote it; undefined state: unset. */
export interface WrittenValues {
  readonly state: AgentState | undefined;
  readonly since: number;
  readonly pid: number;
  readonly session: string | undefined;
  readonly reason: Reason | undefined;
}

/** All that is remembered of the agent in one pane: a base, and the events of the last seconds on top. */
export interface Memory {
  /** Key of the newest event in the base. */
  readonly baseKey: EventKey;
  readonly base: AgentSituation;
  /** Sorted by key. */
  readonly events: readonly AgentEvent[];
  /** Undefined: nothing yet, or nothing certain. */
  readonly written: WrittenValues | undefined;
  /** Epoch milliseconds of the last change of the pane's values. */
  readonly changedAt: number;
  /** Until then (epoch milliseconds) hooks only remember: a tmux client had to be killed, or no pane was found. */
  readonly quietUntil: number;
}

export const emptySituation: AgentSituation = {
  agent: undefined,
  session: undefined,
  turn: undefined,
  turnId: undefined,
  endedTurnId: undefined,
  idleReason: undefined,
  asks: [],
  children: [],
  anonymousChildren: 0,
  tools: [],
  ended: false,
  since: 0,
};

export const emptyMemory: Memory = {
  baseKey: { startTime: 0, pid: 0 },
  base: emptySituation,
  events: [],
  written: undefined,
  changedAt: 0,
  quietUntil: 0,
};

export function compareKeys(left: EventKey, right: EventKey): number {
  return left.startTime - right.startTime || left.pid - right.pid;
}

export function sameAgent(left: AgentIdentity | undefined, right: AgentIdentity | undefined): boolean {
  return (
    left?.pid === right?.pid && left?.startTime === right?.startTime && left?.provider === right?.provider
  );
}
