import type { Reason } from "../contract/hook-outcome.js";
import type { Observation } from "../contract/observation.js";
import type { AgentState } from "../pane-options/pane-options.js";
import type { Evidence } from "./evidence.js";

/** Hooks whose newest event is older than the record's newest line by more than this are silent. */
export const silentAfter = 2 * 60_000;

/** For so long after a change by hooks the harness's own record may still be the older one (0.1–0.4 s seen). */
export const hookPrecedence = 1000;

/** What hooks say of an agent, from the memory where it holds, else from the pane options alone. */
export interface HookView {
  readonly state: AgentState | undefined;
  /** Epoch milliseconds; 0: unknown. */
  readonly since: number;
  readonly reason: Reason | undefined;
  readonly session: string | undefined;
  /** Epoch milliseconds of the last change of the pane's values; undefined when only the options are known. */
  readonly changedAt: number | undefined;
  /** Parts, where the memory knows them. */
  readonly turn: "active" | "idle" | undefined;
  readonly children: readonly string[];
  readonly asks: readonly { readonly reason: Reason }[];
  /** Epoch milliseconds of the newest event that hooks remembered; absent where nobody noted it. */
  readonly heardAt?: number | undefined;
}

export interface Liveness {
  readonly alive: boolean;
  readonly text: string;
  /** Why no turn can be running though the process lives. */
  readonly turnOver?: string;
}

export interface Reading {
  readonly state: AgentState | "unknown" | "gone";
  /** Epoch seconds at which the state began; 0: unknown. */
  readonly since: number;
  readonly reason: Reason | undefined;
  readonly session: string | undefined;
  /** Hooks said nothing of it, or fell silent: the harness's own record decided. */
  readonly fromRecord: boolean;
  readonly evidence: readonly Evidence[];
}

interface Parts {
  readonly turn: "active" | "idle" | undefined;
  readonly children: readonly string[];
  readonly asks: readonly { readonly reason: Reason }[];
}

/** The parts that a bare state word stands for. */
function partsOf(hook: HookView | undefined): Parts {
  if (hook === undefined) return { turn: undefined, children: [], asks: [] };
  if (hook.changedAt !== undefined) return hook;
  const asks = hook.state === "waiting" ? [{ reason: hook.reason ?? ("permission" as const) }] : [];
  return { turn: hook.state === "waiting" ? undefined : hook.state, children: [], asks };
}

function override(parts: Parts, observation: Observation): Parts {
  const { childrenEnded } = observation;
  return {
    turn: observation.turn ?? parts.turn,
    asks: observation.asks ?? parts.asks,
    children:
      childrenEnded === "all"
        ? []
        : parts.children.filter((child) => childrenEnded?.includes(child) !== true),
  };
}

function stateOf(parts: Parts): AgentState | undefined {
  if (parts.asks.length > 0) return "waiting";
  return parts.children.length > 0 ? "active" : parts.turn;
}

/** Why, for a state that the record decided. */
function reasonOf(
  state: AgentState,
  parts: Parts,
  observation: Observation,
  hook: HookView | undefined,
): Reason | undefined {
  const isSame = hook?.state === state;
  if (state === "waiting") return isSame ? (hook.reason ?? parts.asks[0]?.reason) : parts.asks[0]?.reason;
  // "Busy" may be said of children alone (Claude Code 2.1.332): then hooks know that the root is idle.
  if (state === "active" && observation.background === true) return "background";
  if (state === "active")
    return hook?.turn === "idle" && parts.children.length > 0 ? "background" : undefined;
  if (isSame && hook.reason === "error") return "error";
  if (observation.background !== undefined) return observation.background ? "background" : undefined;
  return isSame ? hook.reason : undefined;
}

function describe(observation: Observation): string {
  const said = [
    observation.turn === undefined ? undefined : `turn ${observation.turn}`,
    observation.asks === undefined ? undefined : `${observation.asks.length} open asks`,
    observation.childrenEnded === undefined ? undefined : "children ended",
    observation.background === true ? "background work" : undefined,
  ].filter((part) => part !== undefined);
  return `${observation.source}: ${said.length === 0 ? "says nothing of the state" : said.join(", ")}`;
}

interface Silence {
  readonly isSilent: boolean;
  readonly text: string;
}

/**
 * Whether hooks still speak while the record goes on: they may have been removed, or lost the trust that they
 * need. Says nothing where either has no time. Silent hooks lose the turn only: an ask ends by its own evidence.
 */
function silenceOf(hook: HookView | undefined, { writtenAt }: Observation): Silence | undefined {
  if (hook?.heardAt === undefined || writtenAt === undefined) return undefined;
  const seconds = Math.round((writtenAt - hook.heardAt) / 1000);
  const isSilent = writtenAt - hook.heardAt > silentAfter;
  const order = seconds > 0 ? `${seconds} s older than` : "not older than";
  return {
    isSilent,
    text: `hooks are ${isSilent ? "silent" : "current"}: their newest event is ${order} the record's newest line`,
  };
}

function ruleOf(hook: HookView | undefined, isSilent: boolean, isSame: boolean): string {
  if (hook?.state === undefined) return "only the harness's own record says something";
  if (isSilent) return "the hooks are silent: the harness's own record stands";
  return isSame ? "hooks and record agree" : "the harness's own record wins over the hooks";
}

/**
 * What an agent is doing: one pure function over everything that is known. Dead agents are gone; within a
 * second after the hooks changed something they stand; after that the harness's own record wins in what it
 * states, without comparing clocks.
 */
export function fuse(
  hook: HookView | undefined,
  liveness: Liveness,
  observations: readonly Observation[],
  now: number,
): Reading {
  const evidence: Evidence[] = [{ kind: "process", text: liveness.text }];
  const decide = (
    rule: string,
    reading: Omit<Reading, "evidence" | "fromRecord"> & { readonly fromRecord?: boolean },
  ): Reading => ({
    fromRecord: false,
    ...reading,
    evidence: [...evidence, { kind: "rule", text: rule }],
  });
  const session = hook?.session;
  if (!liveness.alive) {
    return decide("the agent's process is gone", { state: "gone", since: 0, reason: undefined, session });
  }
  if (liveness.turnOver !== undefined) {
    const wasIdle = hook?.state === "idle";
    return decide(`${liveness.turnOver}: the turn is over`, {
      state: "idle",
      since: wasIdle ? Math.floor(hook.since / 1000) : 0,
      reason: wasIdle ? hook.reason : "error",
      session,
    });
  }
  for (const observation of observations) evidence.push({ kind: "record", text: describe(observation) });
  const fromHook = (rule: string): Reading =>
    decide(rule, {
      state: hook?.state ?? "unknown",
      since: Math.floor((hook?.since ?? 0) / 1000),
      reason: hook?.reason,
      session: session ?? observations[0]?.session,
    });
  const observation = observations.find((one) => one.turn !== undefined || one.asks !== undefined);
  if (observation === undefined) {
    return fromHook(
      hook?.state === undefined ? "neither hooks nor a record say anything" : "only the hooks say something",
    );
  }
  const silence = silenceOf(hook, observation);
  if (silence !== undefined) evidence.push({ kind: "memory", text: silence.text });
  const isFresh =
    hook?.state !== undefined &&
    hook.changedAt !== undefined &&
    Math.abs(now - hook.changedAt) < hookPrecedence;
  if (isFresh)
    return fromHook(
      `the hooks changed it ${now - (hook.changedAt ?? now)} ms ago: they stand for ${hookPrecedence} ms`,
    );
  // A record of another session than the hooks named (they missed a change): what hooks said is not of this one.
  const isOther =
    observation.session !== undefined && session !== undefined && observation.session !== session;
  const known = isOther ? undefined : hook;
  const parts = override(partsOf(known), observation);
  const state = stateOf(parts);
  if (state === undefined) return fromHook("the record states no turn");
  const isSame = known?.state === state;
  return decide(ruleOf(hook, silence?.isSilent === true, isSame), {
    state,
    fromRecord: hook?.state === undefined || silence?.isSilent === true,
    since:
      isSame && known.since > 0 ? Math.floor(known.since / 1000) : Math.floor((observation.at ?? 0) / 1000),
    reason: reasonOf(state, parts, observation, known),
    session: observation.session ?? session,
  });
}
