import type { ProcessInfo, ProcessRole } from "../contract/process.js";
import type { ProcessSource } from "./process-source.js";

/** Deeper than any real chain; a cycle cannot occur, but a table read while it changes may show one. */
const depthLimit = 64;

/** The process and its ancestors, nearest first, up to and without the one called `until` (or pid 1). */
export function ancestors(
  processes: Pick<ProcessSource, "read">,
  from: number,
  until?: number,
): readonly ProcessInfo[] {
  const chain: ProcessInfo[] = [];
  let pid = from;
  while (pid > 1 && pid !== until && chain.length < depthLimit) {
    const process = processes.read(pid);
    if (process === undefined) break;
    chain.push(process);
    pid = process.parentPid;
  }
  return chain;
}

/** True when `pid` is `ancestor` or descends from it. */
export function descendsFrom(all: ReadonlyMap<number, ProcessInfo>, pid: number, ancestor: number): boolean {
  let current: number | undefined = pid;
  for (let depth = 0; current !== undefined && current > 1 && depth < depthLimit; depth += 1) {
    if (current === ancestor) return true;
    current = all.get(current)?.parentPid;
  }
  return false;
}

export type Recognise = (process: ProcessInfo) => ProcessRole | undefined;

export interface AgentInChain {
  /** The inner process of the agent: launcher and child of one harness, adjacent, are one agent. */
  readonly agent: ProcessInfo;
  readonly role: ProcessRole;
  /** What stands above the agent (above its launcher), nearest first. */
  readonly above: readonly ProcessInfo[];
}

/**
 * A launcher and the agent it starts are one agent. They share the terminal, so the kernel's session; a
 * command that an agent runs as a tool stands in a session of its own, even where no shell stands between.
 */
export function isLauncherOf(launcher: ProcessInfo, agent: ProcessInfo, recognise: Recognise): boolean {
  const role = recognise(launcher);
  if (role === undefined || role !== recognise(agent)) return false;
  // The processes of a daemon (Claude Code's are three deep) are one, each in a session of its own.
  return role === "daemon" || launcher.sessionId === agent.sessionId;
}

/** The nearest process of one harness above a hook. */
export function findAgent(chain: readonly ProcessInfo[], recognise: Recognise): AgentInChain | undefined {
  const index = chain.findIndex((process) => recognise(process) !== undefined);
  const agent = chain[index];
  const role = agent === undefined ? undefined : recognise(agent);
  if (agent === undefined || role === undefined) return undefined;
  let top = index;
  for (;;) {
    const [process, next] = [chain[top], chain[top + 1]];
    if (process === undefined || next === undefined || !isLauncherOf(next, process, recognise)) break;
    top += 1;
  }
  return { agent, role, above: chain.slice(top + 1) };
}
