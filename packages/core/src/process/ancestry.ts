import type { ProcessInfo, ProcessRole } from "../contract/process.js";
import type { ProcessSource } from "./process-source.js";

/** Deeper than any real chain; a cycle cannot occur, but a table read while it changes may show one. */
const depthLimit = 64;

/** The process and its ancestors, nearest first, up to and without the one called `until` (or pid 1). */
export function ancestors(processes: ProcessSource, from: number, until?: number): readonly ProcessInfo[] {
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
  /** The outermost of the hook's own processes: what the agent started for this event. */
  readonly hookRoot: ProcessInfo | undefined;
  readonly role: ProcessRole;
  /** What stands above the agent (above its launcher), nearest first. */
  readonly above: readonly ProcessInfo[];
}

/** The nearest process of one harness above a hook. */
export function findAgent(chain: readonly ProcessInfo[], recognise: Recognise): AgentInChain | undefined {
  const index = chain.findIndex((process) => recognise(process) !== undefined);
  const agent = chain[index];
  if (agent === undefined) return undefined;
  let next = index + 1;
  const role = recognise(agent) as ProcessRole;
  for (let process = chain[next]; process !== undefined && recognise(process) === role; process = chain[next]) next += 1;
  return { agent, role, hookRoot: chain[index - 1], above: chain.slice(next) };
}
