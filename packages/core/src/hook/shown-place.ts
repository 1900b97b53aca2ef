import { realpathSync } from "node:fs";
import type { LocateHost, PaneMatch } from "../contract/locate.js";
import type { ProcessInfo } from "../contract/process.js";
import { type Finding, readFinding, storeFinding } from "../machine/findings.js";
import { ancestors } from "../process/ancestry.js";
import { listeningPorts } from "../process/listening-ports.js";
import { findCandidates, type PlacedAgent, sessionShown } from "./find-candidates.js";
import type { HookPlace } from "./hook-place.js";
import type { HookRuntime } from "./run-hook.js";

/** A session without evidence is looked for again by any of its events, but not by each. Milliseconds. */
const retryAfter = 10_000;

type PanePlace = HookPlace & { kind: "pane" };
type DaemonPlace = HookPlace & { kind: "daemon" };

/** What is known of a session's pane from before. */
export interface KnownPlace {
  readonly finding: Finding | undefined;
  readonly shown: PanePlace | undefined;
  /** The process that showed it is gone; its pane may still say what it did. */
  readonly left: PanePlace | undefined;
}

type Found = Finding & { kind: "found" };

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function placeOf(
  { agent: { pid, startTime }, pane, socket, paneId }: Found,
  { eventKey }: DaemonPlace,
  agent: ProcessInfo | undefined,
  above: readonly ProcessInfo[],
): PanePlace {
  const gone = { pid, startTime, parentPid: 0, sessionId: undefined, name: "", executable: undefined };
  return {
    kind: "pane",
    server: { socket, serverPid: pane.serverPid },
    pane,
    agent: agent ?? { ...gone, arguments: [] },
    eventKey,
    above,
    claim: paneId,
  };
}

/** The place that was found before, as far as its processes still live. Costs one small file. */
export function knownPlace(runtime: HookRuntime, place: DaemonPlace, session: string): KnownPlace {
  const { processes, directory, translator } = runtime;
  const finding = readFinding(directory, translator.id, session);
  const nowhere = { finding, shown: undefined, left: undefined };
  if (finding?.kind !== "found") return nowhere;
  const { agent: key, pane } = finding;
  const isLive = (pid: number, startTime: number) => processes.read(pid)?.startTime === startTime;
  if (!isLive(pane.panePid, pane.paneStartTime) || !isLive(pane.serverPid, pane.serverStartTime))
    return nowhere;
  const agent = processes.read(key.pid);
  if (agent?.startTime !== key.startTime) return { ...nowhere, left: placeOf(finding, place, undefined, []) };
  const above = ancestors(processes, agent.parentPid, pane.serverPid);
  return { ...nowhere, shown: placeOf(finding, place, agent, above) };
}

function store(runtime: HookRuntime, session: string, finding: Finding): void {
  try {
    storeFinding(runtime.directory, runtime.translator.id, session, finding);
  } catch (error) {
    runtime.report(`finding not kept (${(error as NodeJS.ErrnoException).code ?? "?"})`);
  }
}

async function ask(
  { translator, processes }: HookRuntime,
  session: string,
  prompted: boolean,
  daemon: ProcessInfo,
  candidates: readonly (PlacedAgent & { readonly session: string | undefined })[],
): Promise<PaneMatch> {
  const host: LocateHost = {
    realPath,
    processEnvironment: (pid, name) => processes.environment(pid, name),
    listeningPorts,
  };
  const asked = candidates.map(({ agent, title, session: shown }) => ({
    process: agent,
    title,
    session: shown,
  }));
  const matches = await translator.locate?.(
    { sessions: [session], prompted, daemon, candidates: asked },
    host,
  );
  return matches?.get(session) ?? { kind: "unplaced", why: "nothing tells which pane shows it" };
}

/** Looks for the pane now, and keeps what was found. */
async function look(
  runtime: HookRuntime,
  place: DaemonPlace,
  session: string,
  prompted: boolean,
): Promise<PanePlace | undefined> {
  const { processes, directory, translator } = runtime;
  const bootId = processes.bootId();
  const candidates = findCandidates({
    processes,
    recognise: (process) => translator.recognise(process),
    recognisers: () => runtime.recognisers(),
  }).map((one) => ({ ...one, session: sessionShown(one, directory, bootId) }));
  const { pid, startTime } = place.agent;
  const daemon = { pid, startTime };
  const match = await ask(runtime, session, prompted, place.agent, candidates);
  const shown = match.kind === "found" ? candidates.find(({ agent }) => agent.pid === match.pid) : undefined;
  if (match.kind === "unplaced" || shown === undefined) {
    const why = match.kind === "unplaced" ? match.why : "the process that shows it is no candidate";
    store(runtime, session, { kind: "none", daemon, at: runtime.now(), why });
    return undefined;
  }
  const { agent, pane, paneId, server, above } = shown;
  const key = { pid: agent.pid, startTime: agent.startTime };
  const found: Found = {
    kind: "found",
    daemon,
    agent: key,
    pane,
    socket: server.socket,
    paneId,
    by: match.by,
  };
  store(runtime, session, found);
  return placeOf(found, place, agent, above);
}

/**
 * Where a person sees a session that a daemon runs; undefined where nothing tells. What was found before holds
 * while that process lives; it is looked for again with a prompt, when that process is gone, and some seconds
 * after nothing was found.
 */
export async function findShownPlace(
  runtime: HookRuntime,
  place: DaemonPlace,
  session: string,
  prompted: boolean,
  { finding, shown }: KnownPlace,
): Promise<PanePlace | undefined> {
  if (prompted) return await look(runtime, place, session, prompted);
  if (finding?.kind === "found" && shown !== undefined) {
    const { pid, startTime } = place.agent;
    // After a restart of the daemon: a reader must know whose death ends the turn.
    if (finding.daemon.pid !== pid || finding.daemon.startTime !== startTime)
      store(runtime, session, { ...finding, daemon: { pid, startTime } });
    return shown;
  }
  const age = finding?.kind === "none" ? Math.abs(runtime.now() - finding.at) : Number.POSITIVE_INFINITY;
  return age < retryAfter ? undefined : await look(runtime, place, session, prompted);
}
