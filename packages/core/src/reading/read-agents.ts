import type { HarnessAdapter } from "../contract/harness-adapter.js";
import type { Reason } from "../contract/hook-outcome.js";
import type { RuntimeHost } from "../contract/host.js";
import type { Observation } from "../contract/observation.js";
import type { ProcessInfo } from "../contract/process.js";
import { readFinding } from "../machine/findings.js";
import { type LastAsk, readAsk } from "../machine/last-ask.js";
import {
  checkMachineDirectory,
  type DirectoryProblem,
  type MachineDirectory,
} from "../machine/machine-directory.js";
import { type PaneFiles, paneFiles, readMemory, storedFiles } from "../machine/memory-file.js";
import { readUnplaced, type UnplacedSession } from "../machine/unplaced-sessions.js";
import type { AgentState } from "../pane-options/pane-options.js";
import type { ProcessSource } from "../process/process-source.js";
import { situationOf } from "../reduce/reduce.js";
import type { Evidence } from "./evidence.js";
import { fuse, type Liveness } from "./fuse.js";
import { type HookTrace, heardAt, judgeLiveness, readHookTrace } from "./hook-view.js";
import { observeAll } from "./observe-agents.js";
import { agentsBelow, childrenOf, type PaneAgent } from "./pane-agents.js";
import { type PaneCase, sessionOf } from "./pane-case.js";
import { placeUnplaced } from "./place-unplaced.js";
import { type ListedPane, readServers, type ServerReading } from "./tmux-servers.js";

/** One agent in one pane. */
export interface AgentReading {
  readonly pane: ListedPane;
  readonly provider: string;
  readonly displayName: string;
  readonly session: string | undefined;
  readonly pid: number | undefined;
  readonly state: AgentState | "unknown";
  /** Epoch seconds at which the state began; 0: unknown. */
  readonly since: number;
  readonly reason: Reason | undefined;
  /** What it asks, while it waits and where it is known. */
  readonly ask: LastAsk | undefined;
  /** Hooks have reported this very process. */
  readonly hooked: boolean;
  /** Hooks said nothing of it, or fell silent: the state is what the harness's own record says. */
  readonly fromRecord: boolean;
  readonly evidence: readonly Evidence[];
}

export interface AgentList {
  readonly agents: readonly AgentReading[];
  readonly unplaced: readonly UnplacedSession[];
  readonly servers: readonly ServerReading[];
  /** Why there is no memory on this machine, if so. */
  readonly memoryProblem: DirectoryProblem | undefined;
}

/** What a reader stands on. */
export interface ReadingSources {
  readonly adapters: readonly HarnessAdapter[];
  readonly processes: ProcessSource;
  readonly directory: MachineDirectory;
  readonly host: RuntimeHost;
}

/** What holds for all panes of one reading. */
interface Snapshot {
  /** Taken while tmux answers; processes that a pane names and that are not in it are read singly. */
  readonly all: Map<number, ProcessInfo>;
  readonly children: ReadonlyMap<number, readonly ProcessInfo[]>;
  /** Epoch milliseconds just before the panes were listed. */
  readonly listedAt: number;
  readonly ticksPerSecond: number;
  readonly bootId: string;
  /** Paths of the memory files that are there; empty where there is no memory. */
  readonly stored: ReadonlySet<string>;
}

/** One process of the snapshot, or one that started after it was taken. */
function processOf(pid: number, { all }: Snapshot, processes: ProcessSource): ProcessInfo | undefined {
  const found = all.get(pid) ?? processes.read(pid);
  if (found !== undefined) all.set(pid, found);
  return found;
}

/** The files of a pane that has been written; undefined for all others. */
function filesOf(
  first: ProcessInfo,
  server: ProcessInfo | undefined,
  { stored }: Snapshot,
  directory: MachineDirectory,
) {
  if (server === undefined) return undefined;
  const files = paneFiles(directory, {
    serverPid: server.pid,
    serverStartTime: server.startTime,
    panePid: first.pid,
    paneStartTime: first.startTime,
  });
  return stored.has(files.memory) ? files : undefined;
}

/** The agent that live values speak of: below the pane as we see it, else by its own process alone. */
function agentOf(
  { pid }: HookTrace,
  agents: readonly PaneAgent[],
  all: ReadonlyMap<number, ProcessInfo>,
  adapters: readonly HarnessAdapter[],
): PaneAgent | undefined {
  if (pid === undefined) return agents[0];
  const found = agents.find((one) => one.process.pid === pid);
  const process = all.get(pid);
  if (found !== undefined || process === undefined) return found;
  const adapter = adapters.find((one) => one.translator.recognise(process) === "agent");
  return adapter === undefined ? undefined : { adapter, process };
}

function examine(pane: ListedPane, sources: ReadingSources, snapshot: Snapshot): PaneCase | undefined {
  const { processes, directory, adapters } = sources;
  const { all, children, listedAt, ticksPerSecond, bootId } = snapshot;
  const first = processOf(pane.panePid, snapshot, processes);
  if (first === undefined) return undefined;
  const files = filesOf(first, processOf(pane.serverPid, snapshot, processes), snapshot, directory);
  const memory = files === undefined ? undefined : readMemory(files, bootId, ticksPerSecond);
  const trace = withHeard(readHookTrace(pane, memory, listedAt), files);
  if (trace.pid !== undefined) processOf(trace.pid, snapshot, processes);
  const liveness: Liveness =
    trace.source === "none"
      ? { alive: false, text: "no value of hooks" }
      : judgeLiveness(trace, pane, all, processes);
  const agents = agentsBelow(first, children, adapters);
  const agent = liveness.alive ? agentOf(trace, agents, snapshot.all, adapters) : agents[0];
  if (!liveness.alive && agent === undefined) return undefined;
  return withDaemon({ pane, trace, memory, files, liveness, agent, notes: [] }, sources, snapshot);
}

function withHeard(trace: HookTrace, files: PaneFiles | undefined): HookTrace {
  if (files === undefined || trace.source !== "memory" || trace.view === undefined) return trace;
  return { ...trace, view: { ...trace.view, heardAt: heardAt(files) } };
}

/** A turn that a daemon ran is over when that daemon is gone, though its client lives. */
function withDaemon(one: PaneCase, { directory }: ReadingSources, { all }: Snapshot): PaneCase {
  const session = sessionOf(one);
  const { agent, liveness } = one;
  if (session === undefined || agent?.adapter.translator.locate === undefined) return one;
  const finding = readFinding(directory, agent.adapter.id, session);
  if (finding?.kind !== "found" || finding.agent.pid !== agent.process.pid) return one;
  const { pid, startTime } = finding.daemon;
  const notes = [...one.notes, `the daemon ${pid} ran it when it was found here (by ${finding.by})`];
  if (all.get(pid)?.startTime === startTime) return { ...one, notes };
  return {
    ...one,
    notes,
    liveness: { ...liveness, turnOver: `the daemon ${pid} that ran its turn is gone` },
  };
}

function optionEvidence({ pane, trace, memory, notes }: PaneCase): readonly Evidence[] {
  const evidence: Evidence[] = [
    {
      kind: "option",
      text:
        pane.state === "" ? "no state option" : `state ${pane.state}, session ${pane.agentSession || "–"}`,
    },
  ];
  if (memory === undefined) evidence.push({ kind: "memory", text: "no memory of this pane" });
  else {
    const { turn, asks, children, anonymousChildren, ended } = situationOf(memory);
    const parts = ended
      ? "the agent said that it ends"
      : `turn ${turn ?? "unknown"}, ${asks.length} open asks, ${children.length + anonymousChildren} children`;
    const use = trace.source === "memory" || ended ? "" : " (not used: the options are another writer's)";
    evidence.push({ kind: "memory", text: `${parts}${use}` });
  }
  return [...evidence, ...notes.map((text): Evidence => ({ kind: "process", text }))];
}

/** The ask that the hooks kept, while it is the one that is open. */
function keptAsk({ files, memory, liveness }: PaneCase): LastAsk | undefined {
  if (files === undefined || memory === undefined || !liveness.alive) return undefined;
  const kept = readAsk(files.ask);
  return situationOf(memory).asks.some((ask) => ask.owner === kept?.owner) ? kept : undefined;
}

function readCase(
  one: PaneCase,
  observations: readonly Observation[],
  now: number,
): AgentReading | undefined {
  const { pane, trace, liveness, agent } = one;
  const found: Liveness =
    agent === undefined || liveness.alive
      ? liveness
      : {
          alive: true,
          text: `${liveness.text}; ${agent.adapter.displayName} runs as process ${agent.process.pid}`,
        };
  const view = liveness.alive ? trace.view : undefined;
  const reading = fuse(view, found, observations, now);
  if (reading.state === "gone") return undefined;
  const provider = agent?.adapter.id ?? trace.provider;
  if (provider === undefined) return undefined;
  const record = observations
    .flatMap((observation) => observation.asks ?? [])
    .find((ask) => ask.text !== undefined);
  const ask = record?.text === undefined ? keptAsk(one) : { owner: undefined, text: record.text };
  return {
    pane,
    provider,
    displayName: agent?.adapter.displayName ?? provider,
    session: reading.session,
    pid: agent?.process.pid ?? trace.pid,
    state: reading.state,
    since: reading.since,
    reason: reading.reason,
    ask: reading.state === "waiting" ? ask : undefined,
    hooked: liveness.alive,
    fromRecord: reading.fromRecord,
    evidence: [...optionEvidence(one), ...reading.evidence],
  };
}

function livingUnplaced(
  directory: MachineDirectory,
  all: ReadonlyMap<number, ProcessInfo>,
): readonly UnplacedSession[] {
  return readUnplaced(directory).filter((session) => all.get(session.pid)?.startTime === session.startTime);
}

/** A pane that shows the session was found at read time (`claude attach`). */
function isPlaced({ provider, session }: UnplacedSession, agents: readonly AgentReading[]): boolean {
  return agents.some((agent) => agent.provider === provider && agent.session === session);
}

/**
 * Every agent on every tmux server of this user. Reads only: no option is written, no daemon started, no
 * thread resumed.
 */
export async function readAgents(sources: ReadingSources): Promise<AgentList> {
  const { processes, directory, adapters, host } = sources;
  const problem = checkMachineDirectory(directory);
  const listedAt = Date.now();
  const answers = readServers(host.environment);
  const all = new Map(processes.all());
  const servers = await answers;
  const snapshot: Snapshot = {
    all,
    children: childrenOf(all),
    listedAt,
    ticksPerSecond: processes.ticksPerSecond,
    bootId: processes.bootId(),
    stored: problem === undefined ? storedFiles(directory) : new Set(),
  };
  const panes = servers.flatMap((server) => (server.kind === "live" ? server.panes : []));
  const seen = panes.map((pane) => examine(pane, sources, snapshot)).filter((one) => one !== undefined);
  const noted = problem === undefined ? livingUnplaced(directory, all) : [];
  const { cases, unplaced } = await placeUnplaced({ cases: seen, unplaced: noted }, adapters, all, host);
  const observations = await observeAll(cases, adapters, host, processes);
  const agents = cases
    .map((one, index) => readCase(one, observations.get(String(index)) ?? [], host.now))
    .filter((agent) => agent !== undefined);
  return {
    agents,
    unplaced: unplaced.filter((one) => !isPlaced(one, agents)),
    servers,
    memoryProblem: problem === "missing" ? undefined : problem,
  };
}
