import { execFile } from "node:child_process";
import { closeSync, fstatSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import type { HostEnvironment, ProgramResult, RuntimeHost } from "../contract/host.js";
import { listeningPorts } from "../process/listening-ports.js";
import type { ProcessSource } from "../process/process-source.js";

const defaultLimit = 1024 * 1024;

function withRegularFile<Result>(
  path: string,
  read: (file: number, size: number) => Result,
): Result | undefined {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    return stats.isFile() ? read(file, stats.size) : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

function readBytes(file: number, position: number, length: number): string {
  const buffer = Buffer.alloc(length);
  const count = readSync(file, buffer, 0, length, position);
  return buffer.toString("utf8", 0, count);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The user's place on this machine. The only code that turns an environment into a host. */
export function hostEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  workingDirectory: string,
  home: string,
): HostEnvironment {
  return { platform: process.platform, home, workingDirectory, environment, realPath };
}

async function runProgram(
  environment: HostEnvironment["environment"],
  program: string,
  words: readonly string[],
  milliseconds: number,
): Promise<ProgramResult | undefined> {
  return await new Promise((resolve) => {
    const options = {
      encoding: "utf8",
      env: environment as NodeJS.ProcessEnv,
      killSignal: "SIGKILL",
      maxBuffer: 64 * 1024,
      timeout: milliseconds,
    } as const;
    const child = execFile(program, words, options, (error, output, complaints) => {
      const status = error === null ? 0 : error.code;
      resolve(typeof status === "number" ? { status, output: output + complaints } : undefined);
    });
    child.stdin?.end();
  });
}

/** Bounded, read-only access to this machine for adapters. Nothing here throws. */
export function systemHost(
  host: HostEnvironment,
  processes: ProcessSource,
  now: number = Date.now(),
): RuntimeHost {
  return {
    ...host,
    now,
    process: (pid) => processes.read(pid),
    processEnvironment: (pid, name) => processes.environment(pid, name),
    listeningPorts,
    run: (program, words, milliseconds) => runProgram(host.environment, program, words, milliseconds),
    readText: (path, limit = defaultLimit) =>
      withRegularFile(path, (file, size) => (size > limit ? undefined : readBytes(file, 0, size))),
    readWindow: (path, headBytes, tailBytes) =>
      withRegularFile(path, (file, size) => {
        if (size <= headBytes + tailBytes)
          return { head: readBytes(file, 0, size), tail: "", complete: true };
        const head = readBytes(file, 0, headBytes);
        const tail = readBytes(file, size - tailBytes, tailBytes);
        return {
          head: head.slice(0, head.lastIndexOf("\n") + 1),
          tail: tail.slice(tail.indexOf("\n") + 1),
          complete: false,
        };
      }),
    list(path) {
      try {
        return readdirSync(path);
      } catch {
        return undefined;
      }
    },
  };
}
