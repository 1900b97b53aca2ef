import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { ProcessInfo } from "../contract/process.js";
import type { ProcessSource } from "./process-source.js";
import { scriptOf } from "./script-path.js";

/** Linux reports times to user space in 1/100 s on every architecture (USER_HZ). */
const ticksPerSecond = 100;

const deletedMark = " (deleted)";

interface Stat {
  readonly name: string;
  readonly parentPid: number;
  readonly sessionId: number;
  readonly startTime: number;
}

function text(path: string): string | undefined {
  try {
    // Of all encodings Node reads only this one in a single native call.
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** `pid (comm) state ppid …`; comm may hold spaces and parentheses, so fields count from the last one. */
function readStat(pid: number): Stat | undefined {
  const stat = text(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const close = stat.lastIndexOf(")");
  const fields = stat.slice(close + 2).split(" ", 20);
  // Ended, and kept only until its parent asks how.
  if (fields[0] === "Z") return undefined;
  return {
    name: stat.slice(stat.indexOf("(") + 1, close),
    parentPid: Number(fields[1]),
    sessionId: Number(fields[3]),
    startTime: Number(fields[19]),
  };
}

function readLink(pid: number, name: "exe" | "cwd"): string | undefined {
  try {
    const target = readlinkSync(`/proc/${pid}/${name}`);
    return target.endsWith(deletedMark) ? target.slice(0, -deletedMark.length) : target;
  } catch {
    return undefined;
  }
}

function splitNul(content: string | undefined): string[] {
  if (content === undefined || content === "") return [];
  const parts = content.split("\0");
  if (parts.at(-1) === "") parts.pop();
  return parts;
}

class LinuxProcess implements ProcessInfo {
  readonly pid: number;
  readonly parentPid: number;
  readonly sessionId: number;
  readonly startTime: number;
  readonly name: string;
  #executable: string | undefined | null = null;
  #arguments: readonly string[] | undefined;
  #script: string | undefined | null = null;

  constructor(pid: number, stat: Stat) {
    this.pid = pid;
    this.parentPid = stat.parentPid;
    this.sessionId = stat.sessionId;
    this.startTime = stat.startTime;
    this.name = stat.name;
  }

  // Read on demand: the hook looks at few processes, the reader at thousands.
  get executable(): string | undefined {
    if (this.#executable === null) this.#executable = readLink(this.pid, "exe");
    return this.#executable;
  }

  get arguments(): readonly string[] {
    this.#arguments ??= splitNul(text(`/proc/${this.pid}/cmdline`));
    return this.#arguments;
  }

  get script(): string | undefined {
    if (this.#script === null) {
      this.#script = scriptOf(this.executable, this.arguments, () => readLink(this.pid, "cwd"));
    }
    return this.#script;
  }
}

/** Processes of this Linux machine, read from `/proc` at the moment of each call. */
export function linuxProcesses(): ProcessSource {
  let bootedAt: number | undefined;
  return {
    ticksPerSecond,
    read(pid) {
      const stat = readStat(pid);
      return stat === undefined ? undefined : new LinuxProcess(pid, stat);
    },
    all() {
      const all = new Map<number, ProcessInfo>();
      for (const name of readdirSync("/proc")) {
        const pid = Number(name);
        if (!Number.isInteger(pid)) continue;
        const stat = readStat(pid);
        if (stat !== undefined) all.set(pid, new LinuxProcess(pid, stat));
      }
      return all;
    },
    environment(pid, name) {
      const prefix = `${name}=`;
      const entry = splitNul(text(`/proc/${pid}/environ`)).find((variable) => variable.startsWith(prefix));
      return entry?.slice(prefix.length);
    },
    bootId: () => text("/proc/sys/kernel/random/boot_id")?.slice(0, 8) ?? "",
    startedAt(startTime) {
      bootedAt ??= Number(/^btime (\d+)$/m.exec(text("/proc/stat") ?? "")?.[1] ?? "0") * 1000;
      return bootedAt + (startTime * 1000) / ticksPerSecond;
    },
  };
}
