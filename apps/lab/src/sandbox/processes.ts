import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Pids of the processes that were started with this HOME (Linux; elsewhere an empty list). */
export function processesOf(home: string): readonly number[] {
  const marker = `HOME=${home}`;
  return numericNames("/proc").filter((pid) => readLines(`/proc/${pid}/environ`).includes(marker));
}

/** Ends what a sandbox left running, daemons with another parent included: first politely, then for good. */
export async function endProcessesOf(home: string): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const deadline = Date.now() + 2000;
    for (const pid of processesOf(home)) end(pid, signal);
    while (processesOf(home).length > 0 && Date.now() < deadline) await sleep(25);
  }
}

/** Sends a signal to one process; false when there is none. */
export function end(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** One process for a person who reads a report: `pid parent name state command line`. */
export function describeProcess(pid: number): string {
  const [, name = "?", state = "?", parent = "?"] =
    /^\d+ \((.*)\) (\S) (\d+)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
  return `${pid} < ${parent} ${name} ${state} ${commandLineOf(pid).slice(0, 160)}`;
}

/** The arguments of a process, joined with spaces; empty when it is gone. */
export function commandLineOf(pid: number): string {
  return readLines(`/proc/${pid}/cmdline`).join(" ").trimEnd();
}

/** Direct children of a process. */
export function childrenOf(pid: number): readonly number[] {
  return numericNames("/proc").filter((child) => parentOf(child) === pid);
}

export function parentOf(pid: number): number | undefined {
  const parent = /^\d+ \(.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1];
  return parent === undefined ? undefined : Number(parent);
}

function numericNames(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

function readLines(path: string): string[] {
  return read(path).split("\0");
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
