import type { ProcessInfo } from "./process.js";

/** An agent that a person sees: it runs below a pane, proven by ancestry, and in no other agent. */
export interface AgentCandidate {
  readonly process: ProcessInfo;
  /** The title of its pane; empty where tmux did not tell it. */
  readonly title: string;
  /** The session that hooks last saw this very process show. */
  readonly session: string | undefined;
}

/** Sessions that one daemon runs, and everything that may show them. */
export interface LocateQuery {
  readonly sessions: readonly string[];
  /** A person has just typed into one of them: so something shows it. */
  readonly prompted: boolean;
  readonly daemon: ProcessInfo;
  readonly candidates: readonly AgentCandidate[];
}

/** Which candidate shows a session, and by which evidence (one word); or why that cannot be said. */
export type PaneMatch =
  | { readonly kind: "found"; readonly pid: number; readonly by: string }
  | { readonly kind: "unplaced"; readonly why: string };

/** What `locate` may ask of the machine. Every method answers undefined or nothing instead of throwing. */
export interface LocateHost {
  /** Real path of a directory, or the path itself when it does not exist. */
  realPath(path: string): string;
  /** One variable of another process's initial environment; undefined when it is not ours to read. */
  processEnvironment(pid: number, name: string): string | undefined;
  /** The loopback ports that processes listen on, as process `seenBy` sees them (it may have its own network). */
  listeningPorts(pids: readonly number[], seenBy: number): ReadonlyMap<number, readonly number[]>;
}
