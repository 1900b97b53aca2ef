import type { Reason } from "../contract/hook-outcome.js";
import { applyEvent, applyRemovals, stateOf, withSince } from "./apply-event.js";
import {
  type AgentEvent,
  type AgentSituation,
  compareKeys,
  type Memory,
  type WrittenValues,
} from "./memory.js";

/**
 * Hooks of root and children run side by side: events that started this close are put in order. Measured
 * between starts, since on a busy machine a hook may take longer than that to get here.
 */
export const reorderSeconds = 3;

/** No more events than these wait for earlier ones; each costs every hook a tenth of a millisecond. */
const eventLimit = 32;

/** Where the agent stands after every remembered event. */
export function situationOf(memory: Memory): AgentSituation {
  return memory.events.reduce(applyEvent, memory.base);
}

function reasonOf(situation: AgentSituation): Reason | undefined {
  const state = stateOf(situation);
  if (state === "waiting") return situation.asks.at(-1)?.reason;
  if (state === "active") return situation.turn === "active" ? undefined : "background";
  return state === "idle" ? situation.idleReason : undefined;
}

/** What the pane options should say; undefined when nothing is known that could be written. */
export function valuesOf(situation: AgentSituation): WrittenValues | undefined {
  if (situation.agent === undefined) return undefined;
  return {
    state: stateOf(situation),
    since: situation.since,
    pid: situation.agent.pid,
    session: situation.ended ? undefined : situation.session,
    reason: reasonOf(situation),
  };
}

/** True when tmux should be told: state word, pid, session or reason differ from what it holds. */
export function differs(wanted: WrittenValues, written: WrittenValues | undefined): boolean {
  if (written === undefined) return true;
  return (
    wanted.state !== written.state ||
    wanted.session !== written.session ||
    wanted.reason !== written.reason ||
    (wanted.state !== undefined && wanted.pid !== written.pid)
  );
}

/**
 * Puts one event in its place and folds again. Every permutation of arrivals of events that started within
 * {@link reorderSeconds} (of 32 at most) gives the same situation; an event older than the base only removes,
 * and one that is there already changes nothing.
 * @param ticksPerSecond of the keys' start times
 */
export function reduce(memory: Memory, event: AgentEvent, ticksPerSecond: number): Memory {
  let { base, baseKey } = memory;
  let events = memory.events;
  if (compareKeys(event.key, baseKey) <= 0) {
    base = withSince(base, applyRemovals(base, event), event.at);
  } else if (!events.some((known) => compareKeys(known.key, event.key) === 0)) {
    events = [...events, event].sort((left, right) => compareKeys(left.key, right.key));
  }
  const settledBefore = event.key.startTime - reorderSeconds * ticksPerSecond;
  let settled = 0;
  for (const candidate of events) {
    if (candidate.key.startTime >= settledBefore && events.length - settled <= eventLimit) break;
    base = applyEvent(base, candidate);
    baseKey = candidate.key;
    settled += 1;
  }
  return { ...memory, base, baseKey, events: settled === 0 ? events : events.slice(settled) };
}
