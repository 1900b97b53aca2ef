import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import type { AgentEvent, Memory } from "../reduce/memory.js";
import { formatEvent, formatMemory, parseEvent, parseMemory } from "../reduce/memory-codec.js";
import { reduce } from "../reduce/reduce.js";
import { sleep } from "./file-lock.js";
import type { MachineDirectory } from "./machine-directory.js";
import { removeFile } from "./remove-file.js";

/** An agent pane, for as long as both processes live: no id in it is ever used twice. */
export interface PaneKey {
  readonly serverPid: number;
  readonly serverStartTime: number;
  readonly panePid: number;
  readonly paneStartTime: number;
}

/** The files about one pane. */
export interface PaneFiles {
  readonly memory: string;
  readonly lock: string;
  readonly late: string;
  readonly ask: string;
}

export function paneFiles(directory: MachineDirectory, key: PaneKey): PaneFiles {
  const base = `${directory.panes}/${key.serverPid}.${key.serverStartTime}-${key.panePid}.${key.paneStartTime}`;
  return { memory: base, lock: `${base}.lock`, late: `${base}.late`, ask: `${base}.ask` };
}

/** Paths of the files that are there: a reader of a thousand panes need not try each. */
export function storedFiles(directory: MachineDirectory): ReadonlySet<string> {
  try {
    return new Set(readdirSync(directory.panes).map((name) => `${directory.panes}/${name}`));
  } catch {
    return new Set();
  }
}

/** The key in a file name of the `panes` folder; undefined for other names. */
export function parsePaneFileName(name: string): PaneKey | undefined {
  const match = /^(\d+)\.(\d+)-(\d+)\.(\d+)(?:\.[a-z0-9.]+)?$/.exec(name);
  if (match === null) return undefined;
  const [serverPid, serverStartTime, panePid, paneStartTime] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return { serverPid, serverStartTime, panePid, paneStartTime };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Longest line that is written in one piece whatever else appends to the file. */
const lateLineLimit = 512;

/** One event as a line that fits; a long list of children is left out whole, since half of it would end the rest. */
function lateLine(event: AgentEvent): string {
  const line = `${formatEvent(event)}\n`;
  if (line.length <= lateLineLimit) return line;
  const { children: _tooMany, ...rest } = event;
  return `${formatEvent(rest)}\n`;
}

/** True when the line is in the file that the next holder takes: a holder may take it while we write. */
function appendLine(path: string, line: string, opened: () => void): boolean {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
  try {
    opened();
    writeSync(file, line);
    return statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(file).ino;
  } finally {
    closeSync(file);
  }
}

/** More often than holders can take the file away in the time of one hook. */
const appendAttempts = 10;

/**
 * Keeps an event of a hook that did not get the lock. False when it does not fit or cannot be written.
 * `opened` is for tests.
 */
export function appendLateEvent(files: PaneFiles, event: AgentEvent, opened = (): void => {}): boolean {
  const line = lateLine(event);
  if (line.length > lateLineLimit) return false;
  try {
    // Written twice when in doubt: folding one twice changes nothing.
    for (let attempt = 0; attempt < appendAttempts; attempt += 1) {
      if (appendLine(files.late, line, opened)) return true;
    }
  } catch {
    // A full disk.
  }
  return false;
}

function parseLate(text: string): readonly AgentEvent[] {
  return text
    .split("\n")
    .map(parseEvent)
    .filter((event) => event !== undefined);
}

/**
 * The late events, for a holder of the lock; {@link forgetLateEvents} when they are kept. A holder that is
 * killed in between leaves them to the next: folding one twice changes nothing.
 */
export function takeLateEvents(files: PaneFiles): readonly AgentEvent[] {
  const taken = `${files.late}.taken`;
  if (!existsSync(taken)) {
    if (!existsSync(files.late)) return [];
    renameSync(files.late, taken);
  }
  return parseLate(textOf(taken));
}

export function forgetLateEvents(files: PaneFiles): void {
  removeFile(`${files.late}.taken`);
}

/** A reader may meet a line that is being written: it looks again. */
const readAttempts = 3;

/** The memory as it is in the file; undefined: none. */
export function readStoredMemory(files: PaneFiles, bootId: string): Memory | undefined {
  for (let attempt = 1; ; attempt += 1) {
    const text = textOf(files.memory);
    const memory = parseMemory(text, bootId);
    if (memory !== undefined || text === "" || attempt === readAttempts) return memory;
    sleep(1);
  }
}

/** The memory for a reader: late events folded in, nothing written. */
export function readMemory(files: PaneFiles, bootId: string, ticksPerSecond: number): Memory | undefined {
  const memory = readStoredMemory(files, bootId);
  if (memory === undefined) return undefined;
  const late = parseLate(textOf(`${files.late}.taken`) + textOf(files.late));
  return late.reduce((folded, event) => reduce(folded, event, ticksPerSecond), memory);
}

/**
 * Keeps the memory, for a holder of the lock. In place: renaming over the old file makes ext4 write it out at
 * once (2–7 ms, a tenth of a hook's time, against 0.05). The hash in the line tells half a write from a whole
 * one, and what an older, longer line leaves behind is never read.
 */
export function storeMemory(files: PaneFiles, memory: Memory, bootId: string): void {
  const file = openSync(files.memory, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    writeSync(file, formatMemory(memory, bootId), 0);
  } finally {
    closeSync(file);
  }
}
