import type { Observation, ObserveBatch, ObserveTarget, RuntimeHost } from "@hexokit/core";
import { directoryOf, findSession, wireOf } from "./kimi-sessions.js";
import { projectWire, type WireAsk, type WireProjection } from "./kimi-wire.js";

const rootBytes = 8 * 1024 * 1024;
const childBytes = 1024 * 1024;

/** More subagents' records than these are not read. */
const childLimit = 8;

/** Start times are good to about a second. */
const startTolerance = 1500;

interface Wire extends WireProjection {
  /** The window is the whole record. */
  readonly complete: boolean;
}

function readWire(path: string, bytes: number, since: number, host: RuntimeHost): Wire | undefined {
  const window = host.readWindow(path, 0, bytes);
  if (window === undefined) return undefined;
  const { head, tail, complete } = window;
  return { ...projectWire(`${head}${tail}`.split("\n"), since), complete };
}

/** Requests of the root and of its running subagents, each in a record of its own; undefined: not all are known. */
function asksOf(
  folder: string,
  root: Wire,
  since: number,
  host: RuntimeHost,
): readonly WireAsk[] | undefined {
  const children = root.children.slice(0, childLimit).map((child) => {
    // The id is a folder's name.
    const isName = /^[A-Za-z0-9_-]{1,64}$/.test(child);
    return isName ? readWire(wireOf(folder, child), childBytes, since, host) : undefined;
  });
  const asks = [root, ...children].flatMap((wire) => wire?.asks ?? []);
  const isKnown =
    (root.isWhole || root.complete) && root.children.length <= childLimit && !children.includes(undefined);
  return asks.length > 0 || isKnown ? asks : undefined;
}

function observe({ target, agent, session, startedAt }: ObserveTarget, host: RuntimeHost) {
  const directory = session === undefined ? undefined : directoryOf(agent.pid, host);
  if (session === undefined || directory === undefined) return undefined;
  const found = findSession(session, directory, host);
  if ("why" in found) return undefined;
  const since = startedAt === undefined ? 0 : startedAt - startTolerance;
  const path = wireOf(found.folder, "main");
  const root = readWire(path, rootBytes, since, host);
  if (root === undefined) return undefined;
  const asks = asksOf(found.folder, root, since, host);
  const { turn, children, tasks } = root;
  const words = [
    turn?.word ?? "nothing of a turn",
    ...(children.length > 0 ? [`${children.length} subagents`] : []),
  ];
  // A session begins without a turn (`/new`).
  const is = turn?.is ?? (root.complete ? "idle" : undefined);
  const observation: Observation = {
    target,
    source: `${path} says ${words.join(", ")}`,
    session,
    // Subagents of the background may work while the root's turn is over, unknown to hooks after an Esc.
    ...(is === undefined ? {} : { turn: children.length > 0 ? "active" : is }),
    ...(turn === undefined ? {} : { at: turn.at }),
    ...(asks === undefined
      ? {}
      : { asks: asks.map(({ reason, text }) => ({ reason, ...(text === undefined ? {} : { text }) })) }),
    ...(children.length === 0 && root.complete ? { childrenEnded: "all" as const } : {}),
    ...(root.complete ? { background: is === "idle" && tasks + children.length > 0 } : {}),
  };
  return observation;
}

/**
 * Kimi Code's own record of a session, `agents/main/wire.jsonl` and those of running subagents: turns, requests
 * to a person with their answers, compactions. It is appended to as it happens and says nothing of its process
 * (2.1.0, live): what is older than the process is over.
 */
export async function observeKimi(batch: ObserveBatch, host: RuntimeHost): Promise<readonly Observation[]> {
  return batch.map((target) => observe(target, host)).filter((observation) => observation !== undefined);
}
