import { fieldsOf, textOf } from "@hexokit/core/hook";
import { askOfEach, runtimeBudget, withAppServer } from "./codex-app-server.js";

/** What a running thread waits for, as `thread/read` of 0.164.0 and 0.171.0 says it. */
export type ThreadFlag = "waitingOnApproval" | "waitingOnUserInput";

const knownFlags: ReadonlySet<unknown> = new Set<ThreadFlag>(["waitingOnApproval", "waitingOnUserInput"]);

/** The state of one thread that its app-server has loaded. */
export interface ThreadState {
  readonly turn: "active" | "idle";
  readonly flags: readonly ThreadFlag[];
  /** The rollout that the app-server writes for it. */
  readonly path: string;
}

/**
 * Reads one answer of `thread/read`. Undefined for anything but a state that we know whole: another thread, one
 * that is not loaded, an active one without an explicit list of flags, a flag or a word of a later version.
 */
export function threadStateOf(result: unknown, id: string): ThreadState | undefined {
  const thread = fieldsOf(fieldsOf(result).thread);
  const path = textOf(thread.path);
  const { type, activeFlags } = fieldsOf(thread.status);
  if (thread.id !== id || path === undefined) return undefined;
  if (type === "idle")
    return activeFlags === undefined || (Array.isArray(activeFlags) && activeFlags.length === 0)
      ? { turn: "idle", flags: [], path }
      : undefined;
  if (type !== "active" || !Array.isArray(activeFlags)) return undefined;
  return activeFlags.every((flag) => knownFlags.has(flag))
    ? { turn: "active", flags: activeFlags, path }
    : undefined;
}

/** What the app-server of a Codex directory makes of the hooks there; undefined where none answers. Never rejects. */
export async function readHooks(
  directories: readonly string[],
  workingDirectory: string,
  milliseconds: number = runtimeBudget,
): Promise<unknown> {
  return await withAppServer(directories, milliseconds, (connection) =>
    connection.call("hooks/list", { cwds: [workingDirectory] }),
  );
}

/**
 * The states of threads by id, from the app-server of one Codex directory: one connection, at most
 * {@link threadLimit} ids, nothing started, resumed or subscribed to. What is not known is left out. Never
 * rejects.
 */
export async function readThreads(
  directories: readonly string[],
  ids: readonly string[],
  milliseconds: number = runtimeBudget,
): Promise<ReadonlyMap<string, ThreadState>> {
  const states = await withAppServer(directories, milliseconds, (connection) =>
    askOfEach(connection, ids, "thread/read", {}, threadStateOf),
  );
  return states ?? new Map();
}
