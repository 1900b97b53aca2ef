import type { AskRequest } from "../contract/hook-outcome.js";
import { withLock } from "../machine/file-lock.js";
import { removeAsk, storeAsk } from "../machine/last-ask.js";
import {
  appendLateEvent,
  forgetLateEvents,
  type PaneFiles,
  paneFiles,
  readStoredMemory,
  storeMemory,
  takeLateEvents,
} from "../machine/memory-file.js";
import { formatPaneSession, formatPaneState } from "../pane-options/pane-options.js";
import {
  type AgentEvent,
  type AgentIdentity,
  type AgentSituation,
  emptyMemory,
  type Memory,
  sameAgent,
  type WrittenValues,
} from "../reduce/memory.js";
import { differs, reduce, situationOf, valuesOf } from "../reduce/reduce.js";
import { type PaneOptionValues, type WriteResult, writePaneOptions } from "../tmux/guarded-write.js";
import { type HookPlace, isNested } from "./hook-place.js";
import type { HookRuntime } from "./run-hook.js";

/** After a client that had to be killed, or when no pane has that process, hooks only remember for so long. */
const quietTime = 5000;

/** Late events may arrive while we write; more rounds than this leave the rest to the next event. */
const roundLimit = 3;

export interface PaneEvent {
  readonly event: AgentEvent;
  readonly request: AskRequest | undefined;
  /**
   * Several sessions may be shown by one agent (a client of a daemon): then only what a person does takes the
   * pane from another of them.
   */
  readonly mayTakePane: boolean;
}

type Result = WriteResult["kind"] | "unchanged" | "nested" | "another-session" | "late" | "lost";

export interface Transaction {
  readonly result: Result;
  /** There was a memory of this pane. */
  readonly remembered: boolean;
}

/** The option texts for what we want tmux to hold. */
export function optionValues(values: WrittenValues, provider: string): PaneOptionValues {
  const { state, since, pid, session, reason } = values;
  return {
    state: state === undefined ? undefined : formatPaneState({ state, since: Math.floor(since / 1000), pid }),
    session: session === undefined ? undefined : formatPaneSession({ provider, session }),
    reason,
  };
}

/** Keeps what is asked while it is asked. `before` is folded only for events that ask something. */
function keepAsk(
  files: PaneFiles,
  before: Memory,
  after: AgentSituation,
  request: AskRequest | undefined,
): void {
  if (after.asks.length === 0) removeAsk(files.ask);
  else if (request !== undefined) {
    const known = situationOf(before).asks;
    const opened = after.asks.find((ask) => !known.some((one) => one.owner === ask.owner));
    if (opened !== undefined) storeAsk(files.ask, opened.owner, request);
  }
}

function write(
  runtime: HookRuntime,
  place: HookPlace & { kind: "pane" },
  memory: Memory,
  values: WrittenValues,
  provider: string,
): { readonly memory: Memory; readonly result: Result } {
  const address = { ...place.server, panePid: place.pane.panePid };
  const result = writePaneOptions(address, place.claim, optionValues(values, provider));
  const now = runtime.now();
  if (result.kind === "written")
    return { memory: { ...memory, written: values, changedAt: now }, result: "written" };
  runtime.report(
    `${provider}: pane not written (${result.kind}${result.kind === "failed" ? `: ${result.error}` : ""})`,
  );
  // A killed client's command may still be carried out when a stopped server goes on: nothing is certain then.
  const written = result.kind === "timed-out" ? undefined : memory.written;
  const quietUntil = result.kind === "failed" ? memory.quietUntil : now + quietTime;
  return { memory: { ...memory, written, quietUntil }, result: result.kind };
}

/** A clock that was set back does not make the quiet longer. */
function isQuiet({ quietUntil }: Memory, now: number): boolean {
  return now < quietUntil && quietUntil - now <= quietTime;
}

/** A full disk costs the memory, not the pane. */
function store(runtime: HookRuntime, files: PaneFiles, memory: Memory, bootId: string): boolean {
  try {
    storeMemory(files, memory, bootId);
    return true;
  } catch (error) {
    runtime.report(`memory not kept (${(error as NodeJS.ErrnoException).code ?? "?"})`);
    return false;
  }
}

/** An agent seen before was judged then; a new one may be nested in another (`claude -p` in a tool). */
function isNestedNewcomer(
  runtime: HookRuntime,
  place: HookPlace & { kind: "pane" },
  { base, events }: Memory,
  agent: AgentIdentity,
): boolean {
  const isKnown = sameAgent(base.agent, agent) || events.some((event) => sameAgent(event.agent, agent));
  return !isKnown && isNested(place.above, runtime.recognisers());
}

/** The pane's agent shows another session now: a child's event, too, is of that one or of none. */
function isOfAnother(memory: Memory, { event, mayTakePane }: PaneEvent): boolean {
  if (mayTakePane) return false;
  const { agent, session } = situationOf(memory);
  return sameAgent(agent, event.agent) && session !== undefined && session !== event.session;
}

/** One holder's work: fold, keep, write, and again for what came late in the meantime. */
function transact(
  runtime: HookRuntime,
  place: HookPlace & { kind: "pane" },
  files: PaneFiles,
  paneEvent: PaneEvent,
): Transaction {
  const { event, request } = paneEvent;
  const { ticksPerSecond } = runtime.processes;
  const bootId = runtime.processes.bootId();
  const stored = readStoredMemory(files, bootId);
  const remembered = stored !== undefined;
  let memory = stored ?? emptyMemory;
  if (isNestedNewcomer(runtime, place, memory, event.agent)) return { result: "nested", remembered };
  if (isOfAnother(memory, paneEvent)) return { result: "another-session", remembered };
  const before = memory;
  let result: Result = "unchanged";
  for (let round = 0; round < roundLimit; round += 1) {
    const late = takeLateEvents(files);
    if (round > 0 && late.length === 0) break;
    for (const next of round === 0 ? [...late, event] : late) memory = reduce(memory, next, ticksPerSecond);
    const situation = situationOf(memory);
    if (round === 0) keepAsk(files, before, situation, request);
    // Kept before tmux is asked: a hook that is killed now has lost nothing.
    if (store(runtime, files, memory, bootId) && late.length > 0) forgetLateEvents(files);
    const values = valuesOf(situation);
    if (values !== undefined && differs(values, memory.written) && !isQuiet(memory, runtime.now())) {
      // Folded once: the agent is the one whose values these are.
      const provider = situation.agent?.provider ?? runtime.translator.id;
      const written = write(runtime, place, memory, values, provider);
      memory = written.memory;
      result = written.result;
      store(runtime, files, memory, bootId);
    }
  }
  return { result, remembered };
}

/** Remembers an event of the agent in a pane and tells tmux when that changes what the pane should say. */
export function rememberAndWrite(
  runtime: HookRuntime,
  place: HookPlace & { kind: "pane" },
  paneEvent: PaneEvent,
): Transaction {
  const { processes, directory } = runtime;
  const files = paneFiles(directory, place.pane);
  const held = withLock(files.lock, processes, () => transact(runtime, place, files, paneEvent));
  if (held !== undefined) return held.result;
  const stored = readStoredMemory(files, processes.bootId());
  const remembered = stored !== undefined;
  if (isNestedNewcomer(runtime, place, stored ?? emptyMemory, paneEvent.event.agent))
    return { result: "nested", remembered };
  if (isOfAnother(stored ?? emptyMemory, paneEvent)) return { result: "another-session", remembered };
  if (appendLateEvent(files, paneEvent.event)) return { result: "late", remembered };
  runtime.report(`${paneEvent.event.agent.provider}: event lost (lock not to be had)`);
  return { result: "lost", remembered };
}
