import { existsSync, realpathSync } from "node:fs";
import type { ProcessInfo } from "../contract/process.js";
import type { ProcessSource } from "./process-source.js";
import { scriptOf } from "./script-path.js";

/** Enough for some thousand processes with long command lines. */
const outputLimit = 32 * 1024 * 1024;

/** `lstart` in the C locale: `Tue Dec  1 00:31:31 2026`. */
const row = /^\s*(\d+)\s+(\d+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s+(.*)$/;

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** macOS shows a program that was started by name without its folder: it is looked up as the shell did. */
function findOnPath(name: string): string | undefined {
  if (name.includes("/")) return undefined;
  for (const folder of (process.env.PATH ?? "").split(":")) {
    const path = `${folder}/${name}`;
    if (folder.startsWith("/") && existsSync(path)) return realPath(path);
  }
  return undefined;
}

function runPs(format: string): string {
  // Loaded here, since on Linux no hook needs it.
  const { execFileSync } = process.getBuiltinModule("node:child_process");
  return execFileSync("ps", ["-A", "-o", format], {
    encoding: "utf8",
    maxBuffer: outputLimit,
    timeout: 1000,
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: "/bin:/usr/bin", LC_ALL: "C" },
  });
}

/** pid → the rest of each line, for `pid=,<column>=`. */
function column(name: string): Map<number, string> {
  const values = new Map<number, string>();
  for (const line of runPs(`pid=,${name}=`).split("\n")) {
    const match = /^\s*(\d+)\s(.*)$/.exec(line);
    if (match !== null) values.set(Number(match[1]), (match[2] ?? "").trim());
  }
  return values;
}

/**
 * Processes from `ps`, for systems without `/proc` (macOS). One snapshot, taken at first use. Argument
 * vectors are split at blanks, so a path with a blank in it is not recognised; start times are whole
 * seconds, so two events of one second are ordered by pid.
 */
export function psProcesses(): ProcessSource {
  let snapshot: Map<number, ProcessInfo> | undefined;
  const load = (): Map<number, ProcessInfo> => {
    if (snapshot !== undefined) return snapshot;
    snapshot = new Map();
    const programs = column("comm");
    // Closest to the kernel's session that `ps` shows everywhere.
    const groups = column("pgid");
    for (const line of runPs("pid=,ppid=,lstart=,args=").split("\n")) {
      const match = row.exec(line);
      if (match === null) continue;
      const pid = Number(match[1]);
      const program = programs.get(pid) ?? "";
      const executable = program.startsWith("/") ? realPath(program) : findOnPath(program);
      const words = (match[4] ?? "").split(" ").filter((part) => part !== "");
      snapshot.set(pid, {
        pid,
        parentPid: Number(match[2]),
        sessionId: Number(groups.get(pid)),
        startTime: Math.floor(Date.parse(match[3] ?? "") / 1000),
        name: program.slice(program.lastIndexOf("/") + 1),
        executable,
        arguments: words,
        // Looked up on demand: most processes are nobody's agent.
        get script() {
          return scriptOf(executable, words, () => undefined);
        },
      });
    }
    return snapshot;
  };
  return {
    ticksPerSecond: 1,
    read: (pid) => load().get(pid),
    all: load,
    environment: () => undefined,
    bootId: () => "",
    startedAt: (startTime) => startTime * 1000,
  };
}
