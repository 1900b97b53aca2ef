import { readdirSync } from "node:fs";
import type { ProcessSource } from "../process/process-source.js";
import { pruneFindings } from "./findings.js";
import type { MachineDirectory } from "./machine-directory.js";
import { parsePaneFileName } from "./memory-file.js";
import { removeFile } from "./remove-file.js";
import { readUnplaced, removeUnplaced } from "./unplaced-sessions.js";

/**
 * Removes what belongs to processes that are gone: files of panes whose tmux server or first process is no
 * more, and unplaced sessions whose agent is. Returns how many files went. Called by setup and doctor.
 */
export function pruneMachineDirectory(directory: MachineDirectory, processes: ProcessSource): number {
  const all = processes.all();
  const isAlive = (pid: number, startTime: number): boolean => all.get(pid)?.startTime === startTime;
  let names: readonly string[];
  try {
    names = readdirSync(directory.panes);
  } catch {
    return 0;
  }
  let removed = 0;
  for (const name of names) {
    const key = parsePaneFileName(name);
    if (key === undefined) continue;
    if (isAlive(key.serverPid, key.serverStartTime) && isAlive(key.panePid, key.paneStartTime)) continue;
    removeFile(`${directory.panes}/${name}`);
    removed += 1;
  }
  for (const { provider, session, pid, startTime } of readUnplaced(directory)) {
    if (isAlive(pid, startTime)) continue;
    removeUnplaced(directory, provider, session);
    removed += 1;
  }
  removed += pruneFindings(directory, ({ pid, startTime }) => isAlive(pid, startTime));
  return removed;
}
