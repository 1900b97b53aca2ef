import { lstatSync, readlinkSync, renameSync, symlinkSync, unlinkSync } from "node:fs";
import { isRunning } from "../files/is-running.js";
import type { ProcessSource } from "../process/process-source.js";

export const lockTimeouts = { retry: 3, giveUp: 400, stale: 2000 } as const;

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this thread; a hook has nothing else to do. */
export function sleep(milliseconds: number): void {
  Atomics.wait(pause, 0, 0, milliseconds);
}

/** The owner is in the link's target, so that it is there from the first moment, in one call. */
function create(path: string, owner: string): boolean {
  try {
    symlinkSync(owner, path);
    return true;
  } catch {
    return false;
  }
}

/** The inode of a lock whose owner is gone (pid free or reused), or that is older than any hook lives. */
function abandonedLock(path: string, processes: ProcessSource): number | undefined {
  try {
    const { mtimeMs, ino } = lstatSync(path);
    if (Date.now() - mtimeMs > lockTimeouts.stale) return ino;
    const [pid, startTime] = readlinkSync(path).split(" ");
    if (!isRunning(Number(pid))) return ino;
    const owner = processes.read(Number(pid));
    // A snapshot of the process table (`ps`) may be older than the owner.
    return owner === undefined || owner.startTime === Number(startTime) ? undefined : ino;
  } catch {
    return undefined;
  }
}

/** Takes an abandoned lock away, by renaming it first: what turns out to be a newer lock is put back. */
function remove(path: string, inode: number): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (lstatSync(aside).ino !== inode) create(path, readlinkSync(aside));
    unlinkSync(aside);
  } catch {
    // Somebody else was faster.
  }
}

/**
 * Runs `work` while holding an exclusive lock, a symbolic link; undefined when the lock was not to be had in
 * {@link lockTimeouts.giveUp} ms. Its target is the owner's pid and start time.
 */
export function withLock<Result>(
  path: string,
  processes: ProcessSource,
  work: () => Result,
): { readonly result: Result } | undefined {
  const owner = `${process.pid} ${processes.read(process.pid)?.startTime ?? 0}`;
  const deadline = Date.now() + lockTimeouts.giveUp;
  while (!create(path, owner)) {
    const abandoned = abandonedLock(path, processes);
    if (abandoned !== undefined) remove(path, abandoned);
    else if (Date.now() >= deadline) return undefined;
    else sleep(lockTimeouts.retry);
  }
  try {
    return { result: work() };
  } finally {
    release(path, owner);
  }
}

function release(path: string, owner: string): void {
  try {
    // A hook that was stopped for seconds may have lost its lock to another.
    if (readlinkSync(path) === owner) unlinkSync(path);
  } catch {
    // Gone already.
  }
}
