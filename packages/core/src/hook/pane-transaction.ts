import type { AskRequest } from "../contract/hook-outcome.js";
import { removeAsk, storeAsk } from "../machine/last-ask.js";
import { withLock } from "../machine/file-lock.js";
import {
  appendLateEvent,
  type PaneFiles,
  paneFiles,
  readStoredMemory,
  storeMemory,
  takeLateEvents,
} from "../machine/memory-file.js";
import { formatPaneSession, formatPaneState } from "../pane-options/pane-options.js";
import {
  type AgentEvent,
  type AgentSituation,
  emptyMemory,
  type Memory,
  sameAgent,
  type WrittenValues,
} from "../reduce/memory.js";
import { type Clock, differs, reduce, situationOf, valuesOf } from "../reduce/reduce.js";
import { type PaneOptionValues, type WriteResult, writePaneOptions } from "../tmux/guarded-write.js";
import { type HookPlace, isNested } from "./hook-place.js";
import type { HookRuntime } from "./run-hook.js";

/** After a client that had to be killed, or a pane that is not there, hooks only remember for so long. */
const quietTime = 5000;

/** Late events may arrive while we write; more rounds than this leave the rest to the next event. */
const roundLimit = 3;

export interface PaneEvent {
  readonly event: AgentEvent;
  readonly request: AskRequest | undefined;
}

type Result = WriteResult["kind"] | "unchanged" | "nested" | "late" | "lost";

/** The option texts for what we want tmux to hold. */
export function optionValues(values: WrittenValues, provider: string): PaneOptionValues {
  const { state, since, pid, session, reason } = values;
  return {
    state: state === undefined ? undefined : formatPaneState({ state, since: Math.floor(since / 1000), pid }),
    session: session === undefined ? undefined : formatPaneSession({ provider, session }),
    reason,
  };
}

function keepAsk(files: PaneFiles, before: AgentSituation, after: AgentSituation, request: AskRequest | undefined): void {
  if (after.asks.length === 0) {
    if (before.asks.length > 0) removeAsk(files.ask);
    return;
  }
  const opened = after.asks.find((ask) => !before.asks.some((known) => known.owner === ask.owner));
  if (opened !== undefined && request !== undefined) storeAsk(files.ask, opened.owner, request);
}

function write(
  runtime: HookRuntime,
  place: HookPlace & { kind: "pane" },
  memory: Memory,
  values: WrittenValues,
): { readonly memory: Memory; readonly result: Result } {
  const address = { ...place.server, panePid: place.pane.panePid };
  const provider = situationOf(memory).agent?.provider ?? runtime.translator.id;
  const result = writePaneOptions(address, runtime.environment["TMUX_PANE"], optionValues(values, provider));
  const now = runtime.now();
  if (result.kind === "written") return { memory: { ...memory, written: values, changedAt: now }, result: "written" };
  runtime.report(`${provider}: pane not written (${result.kind}${result.kind === "failed" ? `: ${result.error}` : ""})`);
  return { memory: { ...memory, quietUntil: now + quietTime }, result: result.kind };
}

/** One holder's work: fold, keep, write, and again for what came late in the meantime. */
function transact(
  runtime: HookRuntime,
  place: HookPlace & { kind: "pane" },
  files: PaneFiles,
  { event, request }: PaneEvent,
  clock: Clock,
): Result {
  const bootId = runtime.processes.bootId();
  let memory = readStoredMemory(files, bootId) ?? emptyMemory;
  const before = situationOf(memory);
  let result: Result = "unchanged";
  for (let round = 0; round < roundLimit; round += 1) {
    const arrived = round === 0 ? [...takeLateEvents(files), event] : takeLateEvents(files);
    if (arrived.length === 0) break;
    for (const next of arrived) memory = reduce(memory, next, clock);
    const situation = situationOf(memory);
    if (round === 0) keepAsk(files, before, situation, request);
    // Kept before tmux is asked: a hook that is killed now has lost nothing.
    storeMemory(files, memory, bootId);
    const values = valuesOf(situation);
    if (values !== undefined && differs(values, memory.written) && runtime.now() >= memory.quietUntil) {
      const written = write(runtime, place, memory, values);
      memory = written.memory;
      result = written.result;
      storeMemory(files, memory, bootId);
    }
  }
  return result;
}

/** Remembers an event of the agent in a pane and tells tmux when that changes what the pane should say. */
export function rememberAndWrite(
  runtime: HookRuntime,
  place: HookPlace & { kind: "pane" },
  paneEvent: PaneEvent,
): Result {
  const { processes, directory } = runtime;
  const files = paneFiles(directory, place.pane);
  const known = situationOf(readStoredMemory(files, processes.bootId()) ?? emptyMemory).agent;
  // An agent seen before was judged then; a new one may be nested in another (`claude -p` in a tool).
  if (!sameAgent(known, paneEvent.event.agent) && isNested(place.above, runtime.recognisers())) return "nested";
  const clock = { ticks: processes.now(), ticksPerSecond: processes.ticksPerSecond };
  const held = withLock(files.lock, processes, () => transact(runtime, place, files, paneEvent, clock));
  if (held !== undefined) return held.result;
  if (appendLateEvent(files, paneEvent.event)) return "late";
  runtime.report(`${paneEvent.event.agent.provider}: event lost (lock not to be had)`);
  return "lost";
}
