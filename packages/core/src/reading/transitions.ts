import type { AgentList, AgentReading } from "./read-agents.js";

/** One change of one agent between two readings. */
export interface Transition {
  /** `appeared`: it was not there before; `gone`: its process or pane is no more. */
  readonly kind: "appeared" | "changed" | "gone";
  /** As it is now; as it last was when it is gone. */
  readonly agent: AgentReading;
  /** As it was before; undefined for one that appeared. */
  readonly previous: AgentReading | undefined;
}

/** The pane of a server that lives: neither id is used twice. */
function paneOf({ pane, provider }: AgentReading): string {
  return `${pane.serverPid} ${pane.paneId} ${provider}`;
}

/** True for two readings of one pane, wherever it has been moved to, unless they name two processes. */
export function isSameAgent(left: AgentReading, right: AgentReading): boolean {
  if (left.pane.serverPid !== right.pane.serverPid || left.pane.paneId !== right.pane.paneId) return false;
  return left.pid === undefined || right.pid === undefined || left.pid === right.pid;
}

function differs(left: AgentReading, right: AgentReading): boolean {
  return left.state !== right.state || left.reason !== right.reason || left.session !== right.session;
}

/** Tells each change of state, reason or session once, however often the agents are read. */
export class Transitions {
  #known: ReadonlyMap<string, AgentReading> = new Map();

  /** What has changed since the last call; at the first call every agent appears. */
  update({ agents, servers }: AgentList): readonly Transition[] {
    const now = new Map(agents.map((agent) => [paneOf(agent), agent]));
    const silent = new Set(
      servers.filter(({ kind }) => kind === "not-answering").map(({ socket }) => socket),
    );
    const told: Transition[] = [];
    const gone: Transition[] = [];
    for (const [pane, previous] of this.#known) {
      const agent = now.get(pane);
      if (agent !== undefined && isSameAgent(previous, agent)) {
        if (differs(previous, agent)) told.push({ kind: "changed", agent, previous });
      } else if (agent === undefined && silent.has(previous.pane.socket)) now.set(pane, previous);
      else gone.push({ kind: "gone", agent: previous, previous });
    }
    for (const [pane, agent] of now) {
      const previous = this.#known.get(pane);
      if (previous === undefined || !isSameAgent(previous, agent))
        told.push({ kind: "appeared", agent, previous: undefined });
    }
    this.#known = now;
    return [...gone, ...told];
  }
}
