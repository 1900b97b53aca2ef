import type { HookEventOutcome } from "../contract/hook-outcome.js";
import { agentOne } from "./arbitrary-events.js";
import { toolOwner } from "./atoms.js";
import { type AgentEvent, emptyMemory, type Memory } from "./memory.js";
import { reduce } from "./reduce.js";
import { toEvent } from "./to-event.js";

/** Events by hand, for the tests of the reducer and its memory; key times in hundredths of a second. */

export const ticksPerSecond = 100;

export function arriveInOrder(events: readonly AgentEvent[], memory: Memory = emptyMemory): Memory {
  return events.reduce((folded, event) => reduce(folded, event, ticksPerSecond), memory);
}

/** What an event says, without whose it is. */
export type Said = Omit<HookEventOutcome, "kind" | "session">;

let nextPid = 1;

export function event(startTime: number, outcome: Said, session = "s1"): AgentEvent {
  nextPid += 1;
  return toEvent(
    { kind: "event", session, ...outcome },
    agentOne,
    { startTime, pid: nextPid },
    startTime * 10,
  );
}

export const bash = toolOwner(undefined, "Bash", { command: "ls" });
export const active = { turn: { is: "active" } } as const;
export const idle = { turn: { is: "idle" } } as const;
export const permission = (owner: string) => ({ ask: { owner, reason: "permission" } }) as const;
