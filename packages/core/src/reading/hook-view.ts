import { statSync } from "node:fs";
import type { Reason } from "../contract/hook-outcome.js";
import type { ProcessInfo } from "../contract/process.js";
import type { PaneFiles } from "../machine/memory-file.js";
import {
  formatPaneSession,
  formatPaneState,
  parsePaneSession,
  parsePaneState,
} from "../pane-options/pane-options.js";
import { descendsFrom } from "../process/ancestry.js";
import type { ProcessSource } from "../process/process-source.js";
import type { Memory } from "../reduce/memory.js";
import { situationOf, valuesOf } from "../reduce/reduce.js";
import type { HookView, Liveness } from "./fuse.js";
import type { ListedPane } from "./tmux-servers.js";

/** What hooks left about one pane, and whose it is. */
export interface HookTrace {
  readonly view: HookView | undefined;
  readonly provider: string | undefined;
  readonly pid: number | undefined;
  /** The start time that belongs to `pid`, where we wrote it. */
  readonly startTime: number | undefined;
  readonly source: "memory" | "option" | "located" | "none";
}

/** Epoch milliseconds of the newest event that hooks remembered: each writes the file. */
export function heardAt({ memory }: PaneFiles): number | undefined {
  try {
    return statSync(memory).mtimeMs;
  } catch {
    return undefined;
  }
}

const reasons: readonly string[] = ["permission", "question", "plan", "error", "background"];

function fromMemory(memory: Memory): HookTrace {
  const situation = situationOf(memory);
  const values = valuesOf(situation);
  if (situation.agent === undefined || values === undefined || situation.ended) {
    return { view: undefined, provider: undefined, pid: undefined, startTime: undefined, source: "none" };
  }
  const anonymous = Array.from(
    { length: situation.anonymousChildren },
    (_, index) => `anonymous-${index + 1}`,
  );
  return {
    view: {
      state: values.state,
      since: values.since,
      reason: values.reason,
      session: values.session,
      changedAt: memory.changedAt,
      turn: situation.turn,
      children: [...situation.children, ...anonymous],
      asks: situation.asks,
    },
    provider: situation.agent.provider,
    pid: situation.agent.pid,
    startTime: situation.agent.startTime,
    source: "memory",
  };
}

/**
 * True when the pane still holds what our hooks wrote last (or nothing, and they wrote nothing), or they
 * wrote after the panes were listed.
 */
function isOurs(pane: ListedPane, memory: Memory, listedAt: number): boolean {
  const { written } = memory;
  if (memory.changedAt >= listedAt) return true;
  const { agent } = situationOf(memory);
  // After a write that may or may not have been carried out, any value of our agent is ours.
  if (written === undefined) return pane.state === "" || parsePaneState(pane.state)?.pid === agent?.pid;
  if (written.state === undefined) return pane.state === "";
  const { state, since, pid, session } = written;
  if (pane.state !== formatPaneState({ state, since: Math.floor(since / 1000), pid })) return false;
  if (session === undefined || agent === undefined) return true;
  return pane.agentSession === formatPaneSession({ provider: agent.provider, session });
}

/** What hooks say of a pane: the memory while tmux holds what it says, else the options, whoever wrote them. */
export function readHookTrace(pane: ListedPane, memory: Memory | undefined, listedAt: number): HookTrace {
  if (memory !== undefined && isOurs(pane, memory, listedAt)) return fromMemory(memory);
  const state = parsePaneState(pane.state);
  const session = parsePaneSession(pane.agentSession);
  if (state === undefined) {
    return {
      view: undefined,
      provider: session?.provider,
      pid: undefined,
      startTime: undefined,
      source: "none",
    };
  }
  return {
    view: {
      state: state.state,
      since: state.since * 1000,
      reason: reasons.includes(pane.reason) ? (pane.reason as Reason) : undefined,
      session: session?.session,
      changedAt: undefined,
      turn: undefined,
      children: [],
      asks: [],
    },
    provider: session?.provider,
    pid: state.pid,
    startTime: undefined,
    source: "option",
  };
}

/** A foreign writer stamps the time after its agent started; start times are good to about a second. */
const startTolerance = 2000;

const plainShell = /^-?(ba|z|da|fi|k|tc|c|a)?sh$/;

/** Whether the agent that a pane's values speak of lives, below that pane. */
export function judgeLiveness(
  trace: HookTrace,
  pane: ListedPane,
  all: ReadonlyMap<number, ProcessInfo>,
  processes: ProcessSource,
): Liveness {
  const { pid, view } = trace;
  if (pid === undefined) {
    return plainShell.test(pane.command)
      ? {
          alive: false,
          text: `the value names no process, and the pane runs a plain shell (${pane.command})`,
        }
      : { alive: true, text: `the value names no process; the pane runs ${pane.command}` };
  }
  const process = all.get(pid);
  if (process === undefined) return { alive: false, text: `process ${pid} is gone` };
  if (!descendsFrom(all, pid, pane.panePid)) {
    return {
      alive: false,
      text: `process ${pid} does not run below this pane (an inherited or foreign value)`,
    };
  }
  if (trace.startTime !== undefined) {
    return process.startTime === trace.startTime
      ? { alive: true, text: `process ${pid} lives, started when the hooks saw it` }
      : { alive: false, text: `process ${pid} is another one now: the number was used again` };
  }
  const since = view?.since ?? 0;
  if (since > 0 && processes.startedAt(process.startTime) > since + startTolerance) {
    return {
      alive: false,
      text: `process ${pid} started after the value was written: the number was used again`,
    };
  }
  return { alive: true, text: `process ${pid} lives below this pane` };
}
