import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemProcesses } from "../process/system-processes.js";
import { agentOne } from "../reduce/arbitrary-events.js";
import { emptyMemory } from "../reduce/memory.js";
import { reduce, situationOf } from "../reduce/reduce.js";
import { toEvent } from "../reduce/to-event.js";
import { withLock } from "./file-lock.js";
import { logHookFailure, readHookLog } from "./hook-log.js";
import { readAsk, removeAsk, storeAsk } from "./last-ask.js";
import { checkMachineDirectory, machineDirectoryAt, openMachineDirectory } from "./machine-directory.js";
import {
  appendLateEvent,
  forgetLateEvents,
  paneFiles,
  parsePaneFileName,
  readMemory,
  readStoredMemory,
  storeMemory,
  takeLateEvents,
} from "./memory-file.js";
import { pruneMachineDirectory } from "./prune.js";
import { readUnplaced, removeUnplaced, storeUnplaced } from "./unplaced-sessions.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hexokit-machine-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const processes = systemProcesses();
const paneKey = { serverPid: 4_194_301, serverStartTime: 2, panePid: 4_194_302, paneStartTime: 4 };
const ticksPerSecond = 100;
const active = toEvent(
  { kind: "event", session: "s1", turn: { is: "active" } },
  agentOne,
  { startTime: 1000, pid: 1 },
  10_000,
);
const idle = toEvent(
  { kind: "event", session: "s1", turn: { is: "idle" } },
  agentOne,
  { startTime: 1001, pid: 2 },
  10_010,
);

function opened() {
  const directory = machineDirectoryAt(join(folder, "hexokit-0"));
  expect(openMachineDirectory(directory)).toBeUndefined();
  return directory;
}

describe("the machine's directory", () => {
  it("is made private, and found again", () => {
    const directory = opened();
    expect(statSync(directory.path).mode & 0o777).toBe(0o700);
    expect(checkMachineDirectory(directory)).toBeUndefined();
    expect(openMachineDirectory(directory)).toBeUndefined();
  });

  it("is not trusted when it is a link, a file, open to others, or cannot be made", () => {
    const path = join(folder, "place");
    const directory = machineDirectoryAt(path);
    mkdirSync(join(folder, "elsewhere"), { mode: 0o700 });
    symlinkSync(join(folder, "elsewhere"), path);
    expect(openMachineDirectory(directory)).toBe("not-a-directory");
    rmSync(path);
    writeFileSync(path, "");
    expect(openMachineDirectory(directory)).toBe("not-a-directory");
    rmSync(path);
    mkdirSync(path);
    chmodSync(path, 0o755);
    expect(openMachineDirectory(directory)).toBe("open-to-others");
    expect(openMachineDirectory(machineDirectoryAt(join(folder, "missing", "place")))).toBe("cannot-create");
  });

  it.runIf(process.getuid?.() === 0)("is not trusted when another user made it", () => {
    const path = join(folder, "theirs");
    mkdirSync(path, { mode: 0o700 });
    process.seteuid?.(65534);
    try {
      expect(openMachineDirectory(machineDirectoryAt("/root"))).toBeDefined();
    } finally {
      process.seteuid?.(0);
    }
    expect(spawnedOwner(path)).toBe("not-ours");
  });
});

function spawnedOwner(path: string): string | undefined {
  const getuid = process.getuid;
  // What another user's process would see: the directory's owner is not its own.
  process.getuid = () => 12_345;
  try {
    return checkMachineDirectory(machineDirectoryAt(path));
  } finally {
    if (getuid !== undefined) process.getuid = getuid;
  }
}

describe("the lock", () => {
  it("gives way after 400 ms while another holds it, and not before", () => {
    const path = join(folder, "lock");
    symlinkSync(`${process.pid} ${processes.read(process.pid)?.startTime}`, path);
    const start = Date.now();
    expect(withLock(path, processes, () => 1)).toBeUndefined();
    expect(Date.now() - start).toBeGreaterThanOrEqual(390);
    expect(Date.now() - start).toBeLessThan(1000);
    expect(readdirSync(folder)).toEqual(["lock"]);
  });

  it("is taken over from an owner that was killed, that never was, or that holds it for ages", async () => {
    const path = join(folder, "lock");
    const child = spawn("/bin/sleep", ["60"], { stdio: "ignore" });
    symlinkSync(`${child.pid} ${processes.read(child.pid ?? 0)?.startTime}`, path);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    expect(withLock(path, processes, () => "taken")).toEqual({ result: "taken" });
    symlinkSync(`${process.pid} 1`, path);
    expect(withLock(path, processes, () => "reused")).toEqual({ result: "reused" });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is let go when the work throws", () => {
    const path = join(folder, "lock");
    expect(() =>
      withLock(path, processes, () => {
        throw new Error("work");
      }),
    ).toThrow("work");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the memory file", () => {
  it("keeps a memory, and folds late events for readers and holders", () => {
    const files = paneFiles(opened(), paneKey);
    const memory = reduce(emptyMemory, active, ticksPerSecond);
    storeMemory(files, memory, "boot");
    expect(readStoredMemory(files, "boot")).toEqual(memory);
    expect(readStoredMemory(files, "other")).toBeUndefined();
    expect(appendLateEvent(files, idle)).toBe(true);
    const seen = readMemory(files, "boot", ticksPerSecond);
    expect(seen === undefined ? undefined : situationOf(seen).turn).toBe("idle");
    expect(takeLateEvents(files)).toEqual([idle]);
    // The holder that took it was killed: it is still there for readers and for the next holder.
    const after = readMemory(files, "boot", ticksPerSecond);
    expect(after === undefined ? undefined : situationOf(after).turn).toBe("idle");
    expect(takeLateEvents(files)).toEqual([idle]);
    forgetLateEvents(files);
    expect(takeLateEvents(files)).toEqual([]);
    expect(statSync(files.memory).mode & 0o777).toBe(0o600);
  });

  it("keeps a late event though a holder takes the file while it is written", () => {
    const files = paneFiles(opened(), paneKey);
    storeMemory(files, reduce(emptyMemory, active, ticksPerSecond), "boot");
    appendLateEvent(files, active);
    let isTaken = false;
    const takeAndForget = (): void => {
      if (isTaken) return;
      isTaken = true;
      expect(takeLateEvents(files)).toEqual([active]);
      forgetLateEvents(files);
    };
    expect(appendLateEvent(files, idle, takeAndForget)).toBe(true);
    expect(takeLateEvents(files)).toEqual([idle]);
  });

  it("is no memory when unreadable, and a damaged late line harms no other", () => {
    const files = paneFiles(opened(), paneKey);
    writeFileSync(files.memory, "\u0000".repeat(100));
    expect(readStoredMemory(files, "boot")).toBeUndefined();
    writeFileSync(files.late, "garbage\n\n9;9;9\n");
    appendLateEvent(files, active);
    expect(takeLateEvents(files)).toEqual([active]);
  });

  it("names files by processes, and reads the names back", () => {
    const files = paneFiles(opened(), paneKey);
    for (const path of Object.values(files))
      expect(parsePaneFileName(path.slice(path.lastIndexOf("/") + 1))).toEqual(paneKey);
    expect(parsePaneFileName("notes.txt")).toBeUndefined();
  });
});

describe("what is kept beside it", () => {
  it("keeps the last ask as harmless text", () => {
    const path = join(folder, "ask");
    storeAsk(path, "main-1", { tool: "Bash", text: `rm -rf \u001b[31mx\u0007\n\u202ey ${"z".repeat(9000)}` });
    const ask = readAsk(path);
    expect(ask?.text?.startsWith("rm -rf  [31mx y zzz")).toBe(true);
    expect(statSync(path).size).toBeLessThan(2048);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    removeAsk(path);
    expect(readAsk(path)).toBeUndefined();
  });

  it("keeps sessions without a pane, by harmless names only", () => {
    const directory = opened();
    const session = {
      provider: "claude",
      session: "s:1",
      pid: 4_194_301,
      startTime: 2,
      state: "idle",
      at: 5,
      reason: "daemon",
    } as const;
    storeUnplaced(directory, session);
    storeUnplaced(directory, { ...session, session: "../../escape" });
    expect(readUnplaced(directory)).toEqual([session]);
    removeUnplaced(directory, "claude", "s:1");
    expect(readUnplaced(directory)).toEqual([]);
  });

  it("prunes what belongs to dead processes and nothing else", () => {
    const directory = opened();
    const self = { pid: process.pid, startTime: processes.read(process.pid)?.startTime ?? 0 };
    const living = paneFiles(directory, {
      serverPid: self.pid,
      serverStartTime: self.startTime,
      panePid: self.pid,
      paneStartTime: self.startTime,
    });
    storeMemory(living, emptyMemory, "boot");
    storeMemory(paneFiles(directory, paneKey), emptyMemory, "boot");
    storeUnplaced(directory, {
      provider: "claude",
      session: "dead",
      pid: 4_194_301,
      startTime: 2,
      state: undefined,
      at: 5,
      reason: "no-pane",
    });
    expect(pruneMachineDirectory(directory, processes)).toBe(2);
    expect(existsSync(living.memory)).toBe(true);
    expect(readdirSync(directory.panes)).toHaveLength(1);
  });

  it("keeps the newest lines of the log and never more than twice its bound", () => {
    const path = join(folder, "hook.log");
    for (let index = 0; index < 2000; index += 1) logHookFailure(path, `line ${index} ${"x".repeat(200)}`, 0);
    expect(statSync(path).size).toBeLessThan(2 * 64 * 1024 + 300);
    expect(readHookLog(path, 1)[0]).toContain("line 1999");
    expect(readFileSync(path, "utf8").startsWith("1970-01-01T")).toBe(true);
    logHookFailure(join(folder, "missing", "log"), "nothing happens");
  });
});
