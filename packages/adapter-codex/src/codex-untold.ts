import { basename } from "node:path";
import type { ObserveTarget, ProcessInfo, RuntimeHost } from "@hexokit/core";
import { fieldsOf } from "@hexokit/core/hook";
import {
  askLoadedThreads,
  askOfEach,
  askTuiOrigins,
  type TuiOrigin,
  withAppServer,
} from "./codex-app-server.js";
import { type ThreadState, threadStateOf } from "./codex-runtime.js";
import { directoryOf } from "./codex-transcript.js";

/** The thread of a TUI whose hooks have told of none: they are not trusted, or there was no prompt yet. */
export interface UntoldThread {
  readonly session: string;
  /** What the app-server says of it; undefined for a TUI that runs it itself. */
  readonly state: ThreadState | undefined;
}

interface Loaded extends UntoldThread {
  readonly state: ThreadState;
  readonly origin: TuiOrigin | undefined;
}

const lockName = /\/thread-writer-locks\/([0-9a-f-]{36})\.lock$/;

/** A TUI that runs its threads itself holds the lock of each that it writes (0.171.0); one is the one shown. */
function lockedThread(pid: number, host: RuntimeHost): string | undefined {
  const folder = `/proc/${pid}/fd`;
  const locks = (host.list(folder) ?? []).flatMap(
    (name) => lockName.exec(host.realPath(`${folder}/${name}`))?.[1] ?? [],
  );
  const [thread, ...others] = new Set(locks);
  return others.length === 0 ? thread : undefined;
}

/** A subagent's thread is loaded like the root's, and by the same TUI. */
function rootStateOf(result: unknown, id: string): ThreadState | undefined {
  const { sessionId, parentThreadId } = fieldsOf(fieldsOf(result).thread);
  return sessionId === id && (parentThreadId ?? null) === null ? threadStateOf(result, id) : undefined;
}

/** Every root thread of an app-server, with the TUI that loaded it. */
async function loadedThreads(
  directory: string,
  host: RuntimeHost,
  milliseconds: number,
): Promise<readonly Loaded[]> {
  const threads = await withAppServer([directory, host.realPath(directory)], milliseconds, async (to) => {
    const ids = (await askLoadedThreads(to)) ?? [];
    const [origins, states] = await Promise.all([
      askTuiOrigins(to, ids),
      askOfEach(to, ids, "thread/read", {}, rootStateOf),
    ]);
    return ids.flatMap((session): Loaded[] => {
      const state = states.get(session);
      return state === undefined ? [] : [{ session, state, origin: origins.get(session) }];
    });
  });
  return threads ?? [];
}

/**
 * The one thread that a TUI can show: the one that it loaded; else the one that it was started to resume, where
 * the TUI that loaded that is gone. After `/new` the old thread stays loaded for a minute, and nothing tells
 * which of the two is shown.
 */
function threadOf(
  { pid, arguments: words }: ProcessInfo,
  loaded: readonly Loaded[],
  ports: ReadonlyMap<number, readonly number[]>,
): Loaded | undefined {
  const isOwnedBy = (owned: readonly number[], { origin }: Loaded): boolean =>
    typeof origin === "number" && owned.includes(origin);
  const own = loaded.filter((thread) => isOwnedBy(ports.get(pid) ?? [], thread));
  if (own.length > 0) return own.length === 1 ? own[0] : undefined;
  const everybodys = [...ports.values()].flat();
  return loaded.find(
    (thread) =>
      words[words.indexOf("resume") + 1] === thread.session &&
      thread.origin !== undefined &&
      !isOwnedBy(everybodys, thread),
  );
}

/** The threads of TUIs that no hook has told of, by target. `all`: every Codex that is known to run. */
export async function findUntold(
  targets: readonly ObserveTarget[],
  all: readonly ObserveTarget[],
  host: RuntimeHost,
  milliseconds: number,
): Promise<ReadonlyMap<string, UntoldThread>> {
  const found = new Map<string, UntoldThread>();
  const others: ObserveTarget[] = [];
  for (const one of targets) {
    const session = lockedThread(one.agent.pid, host);
    if (session === undefined) others.push(one);
    else found.set(one.target, { session, state: undefined });
  }
  const deadline = Date.now() + milliseconds;
  const pids = all.map(({ agent }) => agent.pid);
  for (const directory of new Set(others.map(({ agent }) => directoryOf(agent.pid, host)))) {
    const loaded = await loadedThreads(directory, host, deadline - Date.now());
    for (const { target, agent } of others.filter(
      ({ agent: { pid } }) => directoryOf(pid, host) === directory,
    )) {
      const thread = threadOf(agent, loaded, host.listeningPorts(pids, agent.pid));
      if (thread !== undefined) found.set(target, thread);
    }
  }
  return found;
}

/** What only an app-server can say of a thread without hooks: whether a person is asked something. */
export function asksOfState({
  flags,
}: ThreadState): readonly { readonly reason: "permission" | "question" }[] {
  return flags.map((flag) => ({ reason: flag === "waitingOnApproval" ? "permission" : "question" }));
}

/** For `explain`. */
export function describeState({ turn, flags, path }: ThreadState): string {
  return `thread/read says ${[turn, ...flags].join(" ")} of ${basename(path)}`;
}
