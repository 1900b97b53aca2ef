import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning } from "../files/is-running.js";
import { changeChannel } from "../tmux/guarded-write.js";
import { tmuxBinary } from "../tmux/tmux-binary.js";
import type { AgentList } from "./read-agents.js";

/**
 * Milliseconds. After a hook has spoken the harness's own record may take a while to agree, and may then say
 * more: it is read again after `settling`. While an agent works or waits, what no hook tells (Esc, an approval,
 * a killed process) is looked for every `busy`; else only whether the known processes live, and every `quiet`
 * for agents and servers that are new.
 */
const intervals = { settling: [500, 1100], busy: 1000, quiet: 10_000 } as const;

/** A signal without a waiter toggles (tmux 3.3a, 3.7c), so a waiter may return at once for ever: not faster than this. */
const shortest = 20;

/** One tmux client for each server, which ends when a hook has written there. */
class Waiters {
  readonly #clients = new Map<string, ChildProcess>();
  readonly #wake: () => void;

  constructor(wake: () => void) {
    this.#wake = wake;
  }

  /** Waits on every live server. True when one was not waited on before: what it said until now may be unread. */
  arm({ servers }: AgentList): boolean {
    let isNew = false;
    for (const server of servers) {
      if (server.kind !== "live" || this.#clients.has(server.socket)) continue;
      isNew = true;
      this.#start(server.socket, server.panes[0]?.serverPid);
    }
    return isNew;
  }

  #start(socket: string, serverPid: number | undefined): void {
    const words = ["-u", "-S", socket, "wait-for", changeChannel];
    const client = spawn(tmuxBinary(serverPid), words, { stdio: "ignore" });
    this.#clients.set(socket, client);
    const end = (isSignal: boolean): void => {
      if (this.#clients.get(socket) !== client) return;
      this.#clients.delete(socket);
      if (isSignal) this.#wake();
    };
    // A server that ends lets its waiters go with 0 too: the next reading tells.
    client.once("exit", (status) => end(status === 0));
    client.once("error", () => end(false));
  }

  /** By SIGTERM: a waiter that is killed stays in the server as a ghost and takes the next signal. */
  stop(): void {
    const clients = [...this.#clients.values()];
    this.#clients.clear();
    for (const client of clients) client.kill("SIGTERM");
  }
}

function isBusy({ agents }: AgentList): boolean {
  return agents.some(({ state }) => state !== "idle");
}

function hasLost({ agents }: AgentList): boolean {
  return agents.some(({ pid }) => pid !== undefined && !isRunning(pid));
}

/**
 * Every agent, again and again: at once, within some milliseconds after a hook has written to any tmux server
 * of the user (each write signals a channel that a tmux client waits on), and within a second after what no
 * hook tells. Ends when the signal is aborted; leaves no process behind.
 * @param read one reading of all agents
 */
export async function* watchAgents(
  read: () => Promise<AgentList>,
  signal: AbortSignal,
): AsyncGenerator<AgentList, void, undefined> {
  let woken = false;
  let interrupt: (() => void) | undefined;
  const wake = (): void => {
    woken = true;
    interrupt?.();
  };
  const waiters = new Waiters(wake);
  const onAbort = (): void => interrupt?.();
  signal.addEventListener("abort", onAbort);
  /** Returns after so many milliseconds, or when woken or aborted. */
  const rest = async (milliseconds: number): Promise<void> => {
    if (woken || signal.aborted) return;
    const timer = new AbortController();
    interrupt = () => timer.abort();
    await sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
    interrupt = undefined;
  };
  let settling: readonly number[] = [];
  try {
    while (!signal.aborted) {
      woken = false;
      const readAt = Date.now();
      const list = await read();
      // Read again what a server may have said before it was waited on.
      if (waiters.arm(list)) woken = true;
      yield list;
      await sleep(shortest);
      const nextAt = readAt + (isBusy(list) ? intervals.busy : intervals.quiet);
      while (!woken && !signal.aborted) {
        const now = Date.now();
        const due = Math.min(nextAt, ...settling);
        if (due <= now || hasLost(list)) break;
        await rest(Math.min(due - now, intervals.busy));
      }
      const now = Date.now();
      settling = woken
        ? intervals.settling.map((delay) => now + delay)
        : settling.filter((moment) => moment > now);
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    waiters.stop();
  }
}
