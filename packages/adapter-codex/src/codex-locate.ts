/** A TUI that is a client of the app-server, below a pane. */
export interface TuiCandidate {
  readonly pid: number;
  readonly arguments: readonly string[];
  /** The title of its pane. */
  readonly title: string;
  /** The loopback ports that it listens on. */
  readonly ports: readonly number[];
}

export interface LocateEvidence {
  /** The root's thread. */
  readonly session: string;
  /** Those of the same Codex directory and user that live now. */
  readonly candidates: readonly TuiCandidate[];
  /**
   * The port of the TUI that started or loaded the thread, as the app-server says; `none`: it knows the
   * thread, but of no TUI; undefined: it could not be asked, or does not know the thread.
   */
  readonly origin: number | "none" | undefined;
  /**
   * Candidates that own a live origin of another loaded thread: each that started or loaded one. Undefined where
   * not all loaded threads are known.
   */
  readonly showingAnother: ReadonlySet<number> | undefined;
  /** Somebody has just typed into it; else it may be shown nowhere. */
  readonly prompted: boolean;
  /** The candidate that hooks last saw show it. */
  readonly lastSeen: number | undefined;
}

export type CodexLocation =
  | {
      readonly kind: "found";
      readonly pid: number;
      readonly by: "title" | "origin" | "last-seen" | "arguments" | "elimination";
    }
  | { readonly kind: "unplaced"; readonly why: string };

/** Fewer characters of an id may be another thread's: the first twelve digits are its time of creation. */
const idPrefix = 13;

/** Codex cuts the id in a title to 29 characters and an ellipsis (0.171.0). */
function names(title: string, session: string): boolean {
  return title.split(/[^0-9a-f-]+/).some((word) => word.length >= idPrefix && session.startsWith(word));
}

function resumes({ arguments: words }: TuiCandidate, session: string): boolean {
  return words.some((word, index) => word === "resume" && words[index + 1] === session);
}

function one<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/**
 * Which TUI shows a thread of the shared app-server. Pure. The first evidence that answers decides: the id in a
 * pane's title (where a person has set that), the owner of the port that the app-server names, and, where that
 * port is dead, the only TUI that can be it. Never a folder, a name or a start time: those were seen to be
 * wrong (0.171.0).
 */
export function locateThread(evidence: LocateEvidence): CodexLocation {
  const { session, candidates, origin, showingAnother, lastSeen, prompted } = evidence;
  const unplaced = (why: string): CodexLocation => ({ kind: "unplaced", why });
  if (candidates.length === 0) return unplaced("no Codex TUI runs below a pane");
  const titled = candidates.filter(({ title }) => names(title, session));
  const shown = one(titled);
  if (shown !== undefined) return { kind: "found", pid: shown.pid, by: "title" };
  const loaders = candidates.filter(({ ports }) => typeof origin === "number" && ports.includes(origin));
  const loader = one(loaders);
  if (loader !== undefined) return { kind: "found", pid: loader.pid, by: "origin" };
  if (loaders.length > 1) return unplaced(`several TUIs own the port ${origin}`);
  if (titled.length > 1) return unplaced("the titles of several panes name it");
  // Silence is no contradiction: it is right until a person switches, as the origin is.
  if (origin === undefined && candidates.some(({ pid }) => pid === lastSeen) && lastSeen !== undefined)
    return { kind: "found", pid: lastSeen, by: "last-seen" };
  if (origin === undefined) return unplaced("the app-server does not say which TUI loaded it");
  const gone = origin === "none" ? "no TUI loaded it" : "the TUI that loaded it is gone";
  if (showingAnother === undefined) return unplaced(gone);
  const free = candidates.filter(({ pid }) => !showingAnother.has(pid));
  const resumed = one(free.filter((candidate) => resumes(candidate, session)));
  if (resumed !== undefined) return { kind: "found", pid: resumed.pid, by: "arguments" };
  if (!prompted) return unplaced(gone);
  const left = one(free);
  if (left !== undefined) return { kind: "found", pid: left.pid, by: "elimination" };
  return unplaced(
    `${gone}, and ${free.length === 0 ? "every other shows another thread" : "several may show it"}`,
  );
}
