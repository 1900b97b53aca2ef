import type { HookEventOutcome, HookOutcome } from "../contract/hook-outcome.js";
import type { HookTranslator, TranscriptWindow } from "../contract/hook-translator.js";
import type { ProcessInfo } from "../contract/process.js";
import {
  type DirectoryProblem,
  type MachineDirectory,
  openMachineDirectory,
} from "../machine/machine-directory.js";
import {
  readUnplaced,
  removeUnplaced,
  storeUnplaced,
  type UnplacedReason,
} from "../machine/unplaced-sessions.js";
import type { Recognise } from "../process/ancestry.js";
import type { ProcessSource } from "../process/process-source.js";
import { applyEvent } from "../reduce/apply-event.js";
import { type AgentEvent, type AgentIdentity, emptySituation } from "../reduce/memory.js";
import { valuesOf } from "../reduce/reduce.js";
import { toEvent } from "../reduce/to-event.js";
import { writePaneOptions } from "../tmux/guarded-write.js";
import { findHookPlace, type HookPlace, isNested } from "./hook-place.js";
import { optionValues, type PaneEvent, rememberAndWrite } from "./pane-transaction.js";
import { readTranscriptWindow } from "./read-transcript-window.js";

/** What one hook run stands on. */
export interface HookRuntime {
  readonly processes: ProcessSource;
  readonly directory: MachineDirectory;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The hook's own process. */
  readonly pid: number;
  /** The translator of this event's harness. */
  readonly translator: HookTranslator;
  /** Recognisers of every known harness; loaded only when an agent is seen for the first time. */
  recognisers(): readonly Recognise[];
  readonly now: () => number;
  /** Takes failures that only `doctor` can tell a person about. Never given payload text. */
  readonly report: (line: string) => void;
}

/** Only for an event that cannot be judged without it; costs nothing for all others. */
function transcriptFor(runtime: HookRuntime, event: string, payload: unknown): TranscriptWindow | undefined {
  const { id, events } = runtime.translator;
  if (events.find(({ name }) => name === event)?.needs !== "transcript") return undefined;
  const transcript = readTranscriptWindow((payload as { transcript_path?: unknown } | null)?.transcript_path);
  if (transcript === undefined) runtime.report(`${id} ${event}: its transcript could not be read`);
  return transcript;
}

function translate(runtime: HookRuntime, event: string, payload: unknown): HookOutcome {
  try {
    const transcript = transcriptFor(runtime, event, payload);
    const { environment } = runtime;
    return runtime.translator.translate({
      event,
      payload,
      environment,
      ...(transcript === undefined ? {} : { transcript }),
    });
  } catch (error) {
    runtime.report(
      `${runtime.translator.id} ${event}: translate threw ${error instanceof Error ? error.name : "?"}`,
    );
    return { kind: "ignore", why: "payload" };
  }
}

function identity(runtime: HookRuntime, agent: ProcessInfo): AgentIdentity {
  return { provider: runtime.translator.id, pid: agent.pid, startTime: agent.startTime };
}

/** Without a directory there is no memory: the plain state of a root's event is written, a child's ignored. */
function writePlainly(runtime: HookRuntime, place: HookPlace & { kind: "pane" }, event: AgentEvent): void {
  if (event.child !== undefined || isNested(place.above, runtime.recognisers())) return;
  const values = valuesOf(applyEvent({ ...emptySituation, agent: event.agent }, event));
  if (values === undefined || (values.state === undefined && event.end === undefined)) return;
  const address = { ...place.server, panePid: place.pane.panePid };
  const { kind } = writePaneOptions(
    address,
    runtime.environment.TMUX_PANE,
    optionValues(values, event.agent.provider),
  );
  if (kind !== "written") runtime.report(`${event.agent.provider}: pane not written (${kind}), no memory`);
}

function noteUnplaced(runtime: HookRuntime, event: AgentEvent, reason: UnplacedReason): void {
  const { session, agent, at } = event;
  if (session === undefined || event.child !== undefined) return;
  if (event.end !== undefined) {
    removeUnplaced(runtime.directory, agent.provider, session);
    return;
  }
  const known = readUnplaced(runtime.directory).find(
    (one) => one.session === session && one.pid === agent.pid,
  );
  // One event alone may say nothing of the state (the end of a tool): what was noted before still holds.
  const state = valuesOf(applyEvent(emptySituation, event))?.state ?? known?.state;
  storeUnplaced(runtime.directory, { ...agent, session, state, at, reason });
}

function handlePaneEvent(
  runtime: HookRuntime,
  place: HookPlace & { kind: "pane" },
  paneEvent: PaneEvent,
  problem: DirectoryProblem | undefined,
): boolean {
  const { event } = paneEvent;
  if (problem !== undefined) {
    writePlainly(runtime, place, event);
    return false;
  }
  const { result, remembered } = rememberAndWrite(runtime, place, paneEvent);
  if (result === "no-pane" || result === "failed") noteUnplaced(runtime, event, "no-pane");
  else if (result === "written" && event.session !== undefined) {
    removeUnplaced(runtime.directory, event.agent.provider, event.session);
  }
  return remembered && result === "written";
}

function handle(runtime: HookRuntime, outcome: HookEventOutcome): boolean {
  const { processes, pid, environment } = runtime;
  const recognise: Recognise = (process) => runtime.translator.recognise(process);
  const place = findHookPlace(processes, pid, environment.TMUX, recognise);
  if (place.kind === "no-agent") return false;
  const problem = openMachineDirectory(runtime.directory);
  const event = toEvent(outcome, identity(runtime, place.agent), place.eventKey, runtime.now());
  if (place.kind === "pane") {
    return handlePaneEvent(runtime, place, { event, request: outcome.ask?.request }, problem);
  }
  if (problem === undefined && !isNested(place.above, runtime.recognisers()))
    noteUnplaced(runtime, event, place.kind);
  return false;
}

function reportFailure(runtime: HookRuntime, event: string, error: unknown): void {
  const what = error instanceof Error ? `${error.name} ${(error as NodeJS.ErrnoException).code ?? ""}` : "?";
  runtime.report(`${runtime.translator.id} ${event}: ${what}`);
}

/**
 * One event, from payload to pane option. Never throws, prints nothing; the caller bounds the reading of the
 * payload, everything here is bounded by the lock (400 ms) and one stopped tmux client (500 ms).
 * @returns true when the event took the whole way: a memory was read and the pane written
 */
export function runHook(runtime: HookRuntime, event: string, payload: unknown): boolean {
  try {
    const outcome = translate(runtime, event, payload);
    return outcome.kind === "event" && handle(runtime, outcome);
  } catch (error) {
    reportFailure(runtime, event, error);
    return false;
  }
}
