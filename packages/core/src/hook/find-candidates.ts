import type { ProcessInfo } from "../contract/process.js";
import type { MachineDirectory } from "../machine/machine-directory.js";
import { type PaneKey, paneFiles, readStoredMemory } from "../machine/memory-file.js";
import { ancestors, findAgent, isLauncherOf, type Recognise } from "../process/ancestry.js";
import type { ProcessSource } from "../process/process-source.js";
import { situationOf } from "../reduce/reduce.js";
import { runTmuxSync } from "../tmux/run-tmux.js";
import { isPaneId, parseTmuxVariable, type TmuxAddress } from "../tmux/tmux-address.js";
import { isNested } from "./hook-place.js";

/** An agent below a pane, found without being asked from there. */
export interface PlacedAgent {
  readonly agent: ProcessInfo;
  readonly above: readonly ProcessInfo[];
  readonly server: TmuxAddress;
  readonly pane: PaneKey;
  /** Undefined where its server did not answer. */
  readonly paneId: string | undefined;
  readonly title: string;
}

interface Machine {
  readonly processes: ProcessSource;
  readonly recognise: Recognise;
  recognisers(): readonly Recognise[];
}

type Unlisted = Omit<PlacedAgent, "paneId" | "title">;

/** An agent's own environment names its tmux; that the server is above it proves that. */
function placeOf(
  process: ProcessInfo,
  all: ReadonlyMap<number, ProcessInfo>,
  { processes, recognise, recognisers }: Machine,
): Unlisted | undefined {
  const server = parseTmuxVariable(processes.environment(process.pid, "TMUX"));
  const serverProcess = server === undefined ? undefined : all.get(server.serverPid);
  if (server === undefined || serverProcess === undefined) return undefined;
  const chain = ancestors({ read: (pid) => all.get(pid) }, process.pid, server.serverPid);
  const first = chain.at(-1);
  const found = findAgent(chain, recognise);
  if (first?.parentPid !== server.serverPid || found === undefined) return undefined;
  if (isNested(found.above, recognisers())) return undefined;
  const pane = {
    serverPid: server.serverPid,
    serverStartTime: serverProcess.startTime,
    panePid: first.pid,
    paneStartTime: first.startTime,
  };
  return { agent: process, above: found.above, server, pane };
}

/** Pane id and title by first process; undefined where the server does not answer. */
function listPanes(server: TmuxAddress): ReadonlyMap<number, readonly [string, string]> | undefined {
  const { ok, output } = runTmuxSync(server, [
    "list-panes",
    "-a",
    "-F",
    "#{pane_pid} #{pane_dead} #{pane_id} #{pane_title}",
  ]);
  if (!ok) return undefined;
  const panes = new Map<number, readonly [string, string]>();
  for (const line of output.split("\n")) {
    const [, pid = "", paneId, title = ""] = /^(\d+) 0 (%\d+) (.*)$/.exec(line) ?? [];
    if (isPaneId(paneId)) panes.set(Number(pid), [paneId, title]);
  }
  return panes;
}

/**
 * Every agent of one harness that stands below a pane of any tmux server of this user and in no other agent:
 * of launcher and child the inner. Costs a walk through the process table and one tmux client for each server.
 */
export function findCandidates(machine: Machine): readonly PlacedAgent[] {
  const { recognise } = machine;
  const all = machine.processes.all();
  const agents = [...all.values()].filter((process) => recognise(process) === "agent");
  const placed = agents
    .filter(
      (one) => !agents.some((other) => other.parentPid === one.pid && isLauncherOf(one, other, recognise)),
    )
    .map((agent) => placeOf(agent, all, machine))
    .filter((one) => one !== undefined);
  const servers = new Map(placed.map(({ server }) => [server.socket, server]));
  const listed = new Map([...servers].map(([socket, server]) => [socket, listPanes(server)]));
  return placed.flatMap((one): PlacedAgent[] => {
    const panes = listed.get(one.server.socket);
    // What stands below a server that does not answer may still be the one that is looked for.
    if (panes === undefined) return [{ ...one, paneId: undefined, title: "" }];
    const [paneId, title] = panes.get(one.pane.panePid) ?? [];
    return paneId === undefined || title === undefined ? [] : [{ ...one, paneId, title }];
  });
}

/** The session that hooks last saw an agent show. */
export function sessionShown(
  { agent, pane }: Pick<PlacedAgent, "agent" | "pane">,
  directory: MachineDirectory,
  bootId: string,
): string | undefined {
  const memory = readStoredMemory(paneFiles(directory, pane), bootId);
  const situation = memory === undefined ? undefined : situationOf(memory);
  const known = situation?.agent;
  return known?.pid === agent.pid && known.startTime === agent.startTime ? situation?.session : undefined;
}
