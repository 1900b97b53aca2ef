import {
  type AgentList,
  type AgentReading,
  type ListedPane,
  machineDirectory,
  readAgents,
  systemHost,
  systemProcesses,
} from "@hexokit/core";
import type { KnownHarnesses } from "../adapters.js";
import type { Context } from "../context.js";
import type { AgentJson } from "../json-output.js";

/** Reads every agent, those that need a human first. */
export async function readList({ host }: Context, { harnesses }: KnownHarnesses): Promise<AgentList> {
  const processes = systemProcesses();
  const list = await readAgents({
    adapters: harnesses.map(({ adapter }) => adapter),
    processes,
    directory: machineDirectory(),
    host: systemHost(host, processes),
  });
  return { ...list, agents: [...list.agents].sort(compareAgents) };
}

const ranks: readonly AgentReading["state"][] = ["waiting", "active", "idle", "unknown"];

/** Waiting, active, idle, unknown; of those that wait the longest first; then by place. */
function compareAgents(left: AgentReading, right: AgentReading): number {
  const rank = ranks.indexOf(left.state) - ranks.indexOf(right.state);
  if (rank !== 0) return rank;
  const beginning = (since: number) => (since === 0 ? Number.POSITIVE_INFINITY : since);
  if (left.state === "waiting" && left.since !== right.since)
    return beginning(left.since) - beginning(right.since);
  return comparePlaces(left.pane, right.pane);
}

function comparePlaces(left: ListedPane, right: ListedPane): number {
  if (left.socket !== right.socket) return left.socket < right.socket ? -1 : 1;
  if (left.sessionName !== right.sessionName) return left.sessionName < right.sessionName ? -1 : 1;
  return left.windowIndex - right.windowIndex || left.paneIndex - right.paneIndex;
}

/** `session:window.pane`, as tmux takes it for a target. */
export function targetOf({ sessionName, windowIndex, paneIndex }: ListedPane): string {
  return `${sessionName}:${windowIndex}.${paneIndex}`;
}

export function agentJson(agent: AgentReading, why: string | undefined): AgentJson {
  const { pane, provider, displayName, session, pid, state, since, reason, ask, hooked } = agent;
  return {
    pane: pane.paneId,
    socket: pane.socket,
    target: targetOf(pane),
    path: pane.path,
    command: pane.command,
    provider,
    name: displayName,
    session: session ?? null,
    pid: pid ?? null,
    state,
    since: since === 0 ? null : since,
    reason: reason ?? null,
    ask: ask === undefined ? null : { tool: ask.tool ?? null, text: ask.text ?? null },
    hooked,
    why: why ?? null,
  };
}
