import { spawnAndWait } from "./spawn-and-wait.js";
import { tmuxBinary } from "./tmux-binary.js";

/** A stopped tmux server hangs its clients for ever: every client is killed after this many ms. */
export const tmuxTimeout = 500;

/** For reading what a client has answered while this thread was busy. */
const grace = 20;

export interface TmuxResult {
  /** Exit status 0. */
  readonly ok: boolean;
  readonly output: string;
  readonly error: string;
  /** The client had to be killed: the server does not answer. */
  readonly timedOut: boolean;
}

export interface TmuxTarget {
  readonly socket: string;
  /** When known, the server's own program is used as its client. */
  readonly serverPid?: number;
}

/** Runs one tmux client and waits. Never throws; `-u` keeps non-ASCII text as it is. */
export function runTmuxSync(
  target: TmuxTarget,
  command: readonly string[],
  timeout: number = tmuxTimeout,
): TmuxResult {
  const parameters = ["-u", "-S", target.socket, ...command];
  const { status, output, error, timedOut } = spawnAndWait(tmuxBinary(target.serverPid), parameters, timeout);
  return { ok: status === 0, output, error, timedOut };
}

/** Runs one tmux client beside others. Never rejects. */
export async function runTmux(
  target: TmuxTarget,
  command: readonly string[],
  timeout: number = tmuxTimeout,
): Promise<TmuxResult> {
  const { execFile } = process.getBuiltinModule("node:child_process");
  return await new Promise((resolve) => {
    let timedOut = false;
    let timer: NodeJS.Timeout;
    const child = execFile(
      tmuxBinary(target.serverPid),
      ["-u", "-S", target.socket, ...command],
      { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
      (error, output, errorOutput) => {
        clearTimeout(timer);
        resolve({
          ok: error === null && !timedOut,
          output,
          error: errorOutput || (error?.message ?? ""),
          timedOut,
        });
      },
    );
    const end = (): void => {
      timedOut = true;
      child.kill("SIGKILL");
      // A client hands its output to the server, which holds it open while it is stopped.
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    // Not by the option `timeout`: when this thread was busy for that long, it throws away what the client has
    // answered in the meantime, and says nothing of it. A second timer lets that be read first.
    timer = setTimeout(() => {
      timer = setTimeout(end, grace);
    }, timeout);
  });
}
