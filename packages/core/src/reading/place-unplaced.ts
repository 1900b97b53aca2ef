import type { HarnessAdapter } from "../contract/harness-adapter.js";
import type { LocateHost, PaneMatch } from "../contract/locate.js";
import type { ProcessInfo } from "../contract/process.js";
import type { UnplacedSession } from "../machine/unplaced-sessions.js";
import { silence } from "./observe-agents.js";
import { type PaneCase, sessionOf } from "./pane-case.js";

interface Placing {
  readonly cases: readonly PaneCase[];
  readonly unplaced: readonly UnplacedSession[];
}

/** All sessions that one daemon runs, asked for at once. */
async function locateAll(
  unplaced: readonly UnplacedSession[],
  cases: readonly PaneCase[],
  adapters: readonly HarnessAdapter[],
  all: ReadonlyMap<number, ProcessInfo>,
  host: LocateHost,
): Promise<ReadonlyMap<UnplacedSession, PaneMatch>> {
  const matches = new Map<UnplacedSession, PaneMatch>();
  const ofDaemons = unplaced.filter(({ reason }) => reason === "daemon");
  const locateOf = async (pid: number): Promise<void> => {
    const sessions = ofDaemons.filter((one) => one.pid === pid);
    const adapter = adapters.find(({ id }) => id === sessions[0]?.provider);
    const daemon = all.get(pid);
    if (adapter?.translator.locate === undefined || daemon === undefined) return;
    const candidates = cases.flatMap((one) =>
      one.agent?.adapter.id === adapter.id
        ? [{ process: one.agent.process, title: one.pane.title, session: sessionOf(one) }]
        : [],
    );
    const ids = sessions.map(({ session }) => session);
    const query = { sessions: ids, prompted: false, daemon, candidates };
    const found = await Promise.race([adapter.translator.locate(query, host), silence()]);
    for (const one of sessions) {
      const match = found?.get(one.session);
      if (match !== undefined) matches.set(one, match);
    }
  };
  // A daemon that fails to answer has said nothing.
  await Promise.allSettled([...new Set(ofDaemons.map(({ pid }) => pid))].map(locateOf));
  return matches;
}

/** What hooks said of the session, now that we know whose pane shows it. When its state began they did not note. */
function placed(one: PaneCase, session: UnplacedSession, by: string): PaneCase {
  const { pid = 0, startTime } = one.agent?.process ?? {};
  return {
    ...one,
    memory: undefined,
    files: undefined,
    trace: {
      view: {
        state: session.state,
        since: 0,
        reason: undefined,
        session: session.session,
        changedAt: undefined,
        turn: undefined,
        children: [],
        asks: [],
      },
      provider: session.provider,
      pid,
      startTime,
      source: "located",
    },
    liveness: { alive: true, text: `process ${pid} shows a session of the daemon ${session.pid} (by ${by})` },
  };
}

/**
 * Sessions of daemons that hooks could not place, tried again: evidence may have appeared since. One that is
 * found goes to its pane, unless hooks say that this pane shows another; the others say why not.
 */
export async function placeUnplaced(
  { cases, unplaced }: Placing,
  adapters: readonly HarnessAdapter[],
  all: ReadonlyMap<number, ProcessInfo>,
  host: LocateHost,
): Promise<Placing> {
  const matches = await locateAll(unplaced, cases, adapters, all, host);
  const next = [...cases];
  const left: UnplacedSession[] = [];
  for (const session of [...unplaced].sort((one, other) => other.at - one.at)) {
    const match = matches.get(session);
    const index =
      match?.kind === "found" ? next.findIndex((one) => one.agent?.process.pid === match.pid) : -1;
    const target = next[index];
    const shown = target === undefined ? undefined : sessionOf(target);
    if (target === undefined || match?.kind !== "found") {
      left.push(match?.kind === "unplaced" ? { ...session, why: match.why } : session);
    } else if (shown === undefined) next[index] = placed(target, session, match.by);
    else if (shown !== session.session)
      left.push({ ...session, why: `${target.pane.paneId} has it, and shows another session` });
  }
  return { cases: next.map((one) => withNotes(one, left)), unplaced: left };
}

/** A pane of which nothing is known may show one of those that nobody could place. */
function withNotes(one: PaneCase, unplaced: readonly UnplacedSession[]): PaneCase {
  const { agent } = one;
  if (agent === undefined || sessionOf(one) !== undefined) return one;
  const notes = unplaced
    .filter(({ provider, reason }) => provider === agent.adapter.id && reason === "daemon")
    .map(
      ({ session, why }) =>
        `session ${session} of a daemon is in no pane${why === undefined ? "" : `: ${why}`}`,
    );
  return notes.length === 0 ? one : { ...one, notes: [...one.notes, ...notes] };
}
