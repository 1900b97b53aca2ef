import type { HookEventOutcome, HookOutcome } from "../contract/hook-outcome.js";
import type { HookTranslator, TranscriptWindow } from "../contract/hook-translator.js";
import { fieldsOf } from "../contract/json-values.js";
import type { ProcessInfo } from "../contract/process.js";
import { removeFinding } from "../machine/findings.js";
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
import { findShownPlace, knownPlace } from "./shown-place.js";

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

function needsOf({ translator }: HookRuntime, event: string): "transcript" | "place" | undefined {
  return translator.events.find(({ name }) => name === event)?.needs;
}

/** Only for an event that cannot be judged without it; costs nothing for all others. */
function transcriptFor(runtime: HookRuntime, event: string, payload: unknown): TranscriptWindow | undefined {
  const { id } = runtime.translator;
  if (needsOf(runtime, event) !== "transcript") return undefined;
  const { transcript_path, transcriptPath } = fieldsOf(payload);
  const transcript = readTranscriptWindow(transcript_path ?? transcriptPath);
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
  const { kind } = writePaneOptions(address, place.claim, optionValues(values, event.agent.provider));
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

/**
 * A daemon's event, for the pane that shows its session. An end that comes late, or for all sessions at once, is
 * no end of a client that lives: it is idle. Of one that is gone no hook tells; the next event of its session
 * takes its values out of the pane.
 */
async function handleDaemonEvent(
  runtime: HookRuntime,
  place: HookPlace & { kind: "daemon" },
  outcome: HookEventOutcome,
  prompted: boolean,
): Promise<boolean> {
  const { translator, directory } = runtime;
  const own = toEvent(outcome, identity(runtime, place.agent), place.eventKey, runtime.now());
  const { session, end, key, at } = own;
  if (session === undefined || translator.locate === undefined) {
    noteUnplaced(runtime, own, "daemon");
    return false;
  }
  const known = knownPlace(runtime, place, session);
  if (known.left !== undefined) {
    const over = { key, at, session, agent: identity(runtime, known.left.agent), end: "process" } as const;
    rememberAndWrite(runtime, known.left, { event: over, request: undefined, mayTakePane: false });
  }
  const shown =
    end === undefined ? await findShownPlace(runtime, place, session, prompted, known) : known.shown;
  if (end !== undefined) removeFinding(directory, translator.id, session);
  if (shown === undefined) {
    noteUnplaced(runtime, own, "daemon");
    return false;
  }
  const event = { ...own, agent: identity(runtime, shown.agent) };
  const paneEvent = { event, request: outcome.ask?.request, mayTakePane: prompted };
  const { result, remembered } = rememberAndWrite(runtime, shown, paneEvent);
  if (result === "another-session" || result === "no-pane" || result === "failed")
    noteUnplaced(runtime, own, "daemon");
  else if (result !== "late" && result !== "lost") removeUnplaced(directory, translator.id, session);
  return remembered && result === "written";
}

async function handle(runtime: HookRuntime, event: string, outcome: HookEventOutcome): Promise<boolean> {
  const { processes, pid, environment } = runtime;
  const recognise: Recognise = (process) => runtime.translator.recognise(process);
  const place = findHookPlace(processes, pid, environment, recognise);
  if (place.kind === "no-agent") return false;
  const problem = openMachineDirectory(runtime.directory);
  if (place.kind === "daemon") {
    const prompted = needsOf(runtime, event) === "place";
    return problem === undefined && (await handleDaemonEvent(runtime, place, outcome, prompted));
  }
  const agentEvent = toEvent(outcome, identity(runtime, place.agent), place.eventKey, runtime.now());
  if (place.kind === "pane") {
    const request = outcome.ask?.request;
    return handlePaneEvent(runtime, place, { event: agentEvent, request, mayTakePane: true }, problem);
  }
  if (problem === undefined && !isNested(place.above, runtime.recognisers()))
    noteUnplaced(runtime, agentEvent, place.kind);
  return false;
}

function reportFailure(runtime: HookRuntime, event: string, error: unknown): void {
  const what = error instanceof Error ? `${error.name} ${(error as NodeJS.ErrnoException).code ?? ""}` : "?";
  runtime.report(`${runtime.translator.id} ${event}: ${what}`);
}

/**
 * One event, from payload to pane option. Never rejects, prints nothing; the caller bounds the reading of the
 * payload, everything here is bounded by the lock (400 ms) and one stopped tmux client (500 ms), and where a
 * daemon's session is looked for by one more client for each tmux server and 300 ms.
 * @returns true when the event took the whole way: a memory was read and the pane written
 */
export async function runHook(runtime: HookRuntime, event: string, payload: unknown): Promise<boolean> {
  try {
    const outcome = translate(runtime, event, payload);
    return outcome.kind === "event" && (await handle(runtime, event, outcome));
  } catch (error) {
    reportFailure(runtime, event, error);
    return false;
  }
}
