import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";

const logLimit = 64 * 1024;

/** Adds a line to the hook log, keeping its last 64 KiB. Never throws; never given payload text. */
export function logHookFailure(path: string, line: string, now: number = Date.now()): void {
  try {
    appendFileSync(path, `${new Date(now).toISOString()} ${line.replace(/\s+/g, " ").slice(0, 300)}\n`, {
      mode: 0o600,
    });
    if (statSync(path).size <= 2 * logLimit) return;
    const text = readFileSync(path, "utf8").slice(-logLimit);
    const next = `${path}.${process.pid}`;
    writeFileSync(next, text.slice(text.indexOf("\n") + 1), { mode: 0o600 });
    renameSync(next, path);
  } catch {
    // The log is a help; a hook that cannot write it goes on.
  }
}

/** The newest lines of the hook log, oldest first; empty when there is none. */
export function readHookLog(path: string, lines: number): readonly string[] {
  try {
    return readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .slice(-lines);
  } catch {
    return [];
  }
}
