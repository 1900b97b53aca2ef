import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { AgentState } from "../scenario/agent-state.js";
import type { Lab } from "../scenario/lab.js";
import type { Pane } from "../tmux/pane.js";

const patience = 15_000;

/** Reads `rk agent list` again and again, and shows it whenever it says something new. */
export class ListWatch {
  readonly #lab: Lab;
  readonly #seen = new Map<string, Set<AgentState>>();
  #states: ReadonlyMap<string, AgentState> = new Map();
  #shown = "";
  #isOver = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  /** To be called once the tmux server runs. */
  async start(): Promise<void> {
    const socket = await this.#lab.tmux.socketPath();
    this.#loop = this.#run(socket);
    // A failure is told by `until` and `stop`.
    this.#loop.catch(() => {});
  }

  /** Waits for the list to say so. @throws Error when it does not in time */
  async until(pane: Pane, state: AgentState): Promise<void> {
    const deadline = Date.now() + patience;
    while (this.#states.get(pane.id) !== state) {
      if (Date.now() > deadline) {
        throw new Error(`rk agent list did not say ${state} within ${patience / 1000} s`);
      }
      await Promise.race([sleep(50), this.#failure()]);
    }
  }

  /** The states of these that the list never said of the pane. */
  missing(pane: Pane, states: readonly AgentState[]): readonly AgentState[] {
    return states.filter((state) => !this.#seen.get(pane.id)?.has(state));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#loop;
  }

  /** Never comes back unless the loop failed. */
  #failure(): Promise<never> {
    return this.#loop.then(() => new Promise<never>(() => {}));
  }

  async #run(socket: string): Promise<void> {
    while (!this.#isOver) {
      const agents = (await this.#lab.rk.list(socket)).filter((agent) => agent.socket === socket);
      const text = agents
        .map(({ pane, state, reason }) => `${pane} ${state} ${reason}\n`)
        .sort()
        .join("");
      if (text !== this.#shown) {
        this.#shown = text;
        if (agents.length > 0) await this.#show();
      }
      this.#states = new Map(agents.map(({ pane = "", state }) => [pane, state]));
      for (const [pane, state] of this.#states) {
        this.#seen.set(pane, (this.#seen.get(pane) ?? new Set()).add(state));
      }
      await sleep(150);
    }
  }

  /** The table as a person gets it: colours are its own matter. */
  async #show(): Promise<void> {
    console.log();
    const { NO_COLOR } = process.env;
    const child = spawn(process.execPath, [this.#lab.rk.programPath, "agent", "list"], {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...this.#lab.sandbox.environment, ...(NO_COLOR === undefined ? {} : { NO_COLOR }) },
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (code !== 0) throw new Error(`rk agent list failed with ${code}`);
  }
}
