export interface SpawnResult {
  /** Exit status; undefined when it was killed or could not be started. */
  readonly status: number | undefined;
  readonly output: string;
  readonly error: string;
  readonly timedOut: boolean;
}

interface NativeResult {
  readonly status: number | null;
  readonly signal: string | null;
  readonly error?: number;
  readonly output: readonly (Buffer | null)[] | null;
}

interface NativeSpawn {
  spawn(options: object): NativeResult;
}

/** SIGKILL on every system; `node:os` takes half a millisecond to say so. */
const killSignal = 9;

const outputLimit = 64 * 1024 * 1024;

/**
 * Node's primitive below `child_process.spawnSync`. Loading `child_process` takes 5 of the 60 ms that a hook
 * takes (Node 20); this takes none. Not a public interface, so anything odd about it means: not there.
 */
function nativeSpawn(): NativeSpawn | null {
  try {
    const binding = (process as unknown as { binding(name: string): NativeSpawn }).binding("spawn_sync");
    return typeof binding.spawn === "function" ? binding : null;
  } catch {
    return null;
  }
}

function runNatively(
  native: NativeSpawn,
  program: string,
  parameters: readonly string[],
  timeout: number,
): SpawnResult {
  const pipe = { type: "pipe", readable: false, writable: true };
  const result = native.spawn({
    file: program,
    args: [program, ...parameters],
    envPairs: Object.entries(process.env).map(([name, value]) => `${name}=${value}`),
    stdio: [{ type: "ignore" }, pipe, pipe],
    timeout,
    maxBuffer: outputLimit,
    killSignal,
  });
  return {
    status: result.status ?? undefined,
    output: result.output?.[1]?.toString("utf8") ?? "",
    error:
      result.output?.[2]?.toString("utf8") || (result.error === undefined ? "" : `error ${result.error}`),
    timedOut: result.signal === "SIGKILL",
  };
}

function runByChildProcess(program: string, parameters: readonly string[], timeout: number): SpawnResult {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const result = spawnSync(program, parameters, {
    encoding: "utf8",
    killSignal: "SIGKILL",
    maxBuffer: outputLimit,
    stdio: ["ignore", "pipe", "pipe"],
    timeout,
  });
  return {
    status: result.status ?? undefined,
    output: result.stdout ?? "",
    error: result.stderr || (result.error?.message ?? ""),
    timedOut: result.signal === "SIGKILL",
  };
}

/** Runs a program to its end, or kills it after `timeout` ms. Never throws. `native` is for tests. */
export function spawnAndWait(
  program: string,
  parameters: readonly string[],
  timeout: number,
  native: NativeSpawn | null = nativeSpawn(),
): SpawnResult {
  return native === null
    ? runByChildProcess(program, parameters, timeout)
    : runNatively(native, program, parameters, timeout);
}
