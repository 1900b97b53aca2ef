import { basename, dirname, join } from "node:path";
import {
  type Observation,
  type ObserveBatch,
  type ObserveTarget,
  ownerOf,
  type RuntimeHost,
} from "@hexokit/core";
import { runtimeBudget } from "./codex-app-server.js";
import { projectRollout, type RolloutProjection } from "./codex-rollout.js";
import { readThreads, type ThreadState } from "./codex-runtime.js";
import { directoryOf, findRollout, hasRollout } from "./codex-transcript.js";
import { asksOfState, describeState, findUntold, type UntoldThread } from "./codex-untold.js";

/** No more sessions than this are read at once. */
const batchLimit = 32;

/** No more children of one agent than this are looked at. */
const childLimit = 5;

const headSize = 64 * 1024;

/** The running turn is nearly always in the last few hundred kilobytes; more is read only where it is not. */
const tailSizes = [256 * 1024, 8 * 1024 * 1024];

/** One agent with the record of the session that hooks named. */
interface Case {
  readonly target: ObserveTarget;
  /** Children whose own record says that their turn is over. */
  readonly ended: ReadonlySet<string>;
  readonly directory: string;
  readonly path: string;
  readonly projection: RolloutProjection;
}

type OpenAsk = NonNullable<ObserveTarget["asks"]>[number];

function project(path: string, host: RuntimeHost, whole: boolean): RolloutProjection | undefined {
  let projection: RolloutProjection | undefined;
  for (const tailSize of whole ? tailSizes.slice(-1) : tailSizes) {
    const window = host.readWindow(path, headSize, tailSize);
    projection = window === undefined ? undefined : projectRollout(window);
    if (window === undefined || window.complete || projection?.turn?.isWhole === true) break;
  }
  return projection;
}

function caseOf(target: ObserveTarget, host: RuntimeHost): Case | undefined {
  const { agent, session, asks = [] } = target;
  // Arguments and folder of a process do not name it: they are stale after a switch (0.171.0).
  if (session === undefined) return undefined;
  const directory = directoryOf(agent.pid, host);
  const rollout = findRollout(session, directory, host, false);
  if (rollout.kind !== "file") return undefined;
  const { path } = rollout;
  // An open ask ends only where the whole record proves that no question remains.
  const projection = project(path, host, asks.length > 0);
  if (projection === undefined || !projection.isRoot || projection.thread !== session) return undefined;
  const ended = childrenOf(target).filter((child) => hasEnded(child, session, directory, host));
  return { target, ended: new Set(ended), directory, path, projection };
}

function childrenOf({ asks = [], children = [] }: ObserveTarget): readonly string[] {
  const owners = asks.map(({ owner }) => ownerOf(owner)).filter((owner) => owner !== "main");
  return [...new Set([...owners, ...children])].slice(0, childLimit);
}

/** No hook tells that a child was interrupted at its approval; its own rollout does (0.171.0, live). */
function hasEnded(child: string, session: string, directory: string, host: RuntimeHost): boolean {
  const rollout = findRollout(child, directory, host, false);
  const projection = rollout.kind === "file" ? project(rollout.path, host, false) : undefined;
  return projection?.thread === child && projection.session === session && projection.turn?.is === "idle";
}

/** The thread that an ask is of: the session's own, or the subagent's that its owner names. */
function threadOf({ owner }: OpenAsk, session: string): string {
  const child = ownerOf(owner);
  return child === "main" ? session : child;
}

/** Threads whose approval may have been given without a hook. */
function threadsToAsk({ target, projection }: Case): readonly string[] {
  if (!projection.hasNoOther) return [];
  return (target.asks ?? [])
    .filter(({ reason }) => reason === "permission")
    .map((ask) => threadOf(ask, projection.session));
}

/** The app-server speaks of the thread that we mean: it writes the session's own rollout, or one beside it. */
function isOfCase(
  id: string,
  state: ThreadState,
  { path, directory, projection }: Case,
  host: RuntimeHost,
): boolean {
  const real = host.realPath(state.path);
  if (id === projection.thread) return real === host.realPath(path);
  const sessions = host.realPath(join(directory, "sessions"));
  return basename(real).endsWith(`-${id}.jsonl`) && dirname(real).startsWith(`${sessions}/`);
}

/** What of the hooks' asks is still open, with the record's questions in the place of the root's. */
function asksOf(one: Case, threads: ReadonlyMap<string, ThreadState>, host: RuntimeHost) {
  const { target, projection, ended } = one;
  const { asks = [] } = target;
  const { hasNoOther } = projection;
  const isOpen = (ask: OpenAsk): boolean => {
    const thread = threadOf(ask, projection.session);
    if (ended.has(thread)) return false;
    if (!hasNoOther) return true;
    if (ask.reason === "question" && thread === projection.session) return false;
    const state = threads.get(thread);
    return (
      ask.reason !== "permission" ||
      state === undefined ||
      !isOfCase(thread, state, one, host) ||
      state.flags.includes("waitingOnApproval")
    );
  };
  const open = asks.filter(isOpen);
  // What hooks still hold of the root's questions stands for those of the record.
  const isTold = open.some(
    (ask) => ask.reason === "question" && threadOf(ask, projection.session) === projection.session,
  );
  const questions = (isTold ? [] : projection.questions).map(({ text }) => ({
    reason: "question" as const,
    ...(text === "" ? {} : { text }),
  }));
  const kept = open.map(({ reason }) => ({
    reason: reason === "question" || reason === "plan" ? reason : ("permission" as const),
  }));
  const isSettled = open.length + questions.length < asks.length;
  // Without a change nothing is stated: an approval leaves no line in the record.
  return { asks: isSettled || questions.length > 0 ? [...kept, ...questions] : undefined, isSettled };
}

function observationOf(
  one: Case,
  threads: ReadonlyMap<string, ThreadState>,
  host: RuntimeHost,
): Observation | undefined {
  const { target, path, projection, ended } = one;
  const { turn } = projection;
  const { asks, isSettled } = asksOf(one, threads, host);
  if (turn === undefined && asks === undefined && ended.size === 0) return undefined;
  return {
    target: target.target,
    source: `${path} says ${turn?.word ?? "nothing of a turn"}${threads.size === 0 ? "" : ", with thread/read"}`,
    session: projection.session,
    ...(turn === undefined ? {} : { turn: turn.is }),
    ...(asks === undefined ? {} : { asks }),
    ...(ended.size === 0 ? {} : { childrenEnded: [...ended] }),
    // When an ask ended nobody has written down: the turn's beginning is not the time of it.
    ...(turn?.at === undefined || isSettled ? {} : { at: turn.at }),
    ...(projection.writtenAt === undefined ? {} : { writtenAt: projection.writtenAt }),
  };
}

/** A TUI that holds the lock of a thread without a rollout waits for the first prompt (0.171.0). */
function beforeFirstPrompt(
  target: string,
  session: string,
  pid: number,
  host: RuntimeHost,
): Observation | undefined {
  if (hasRollout(session, directoryOf(pid, host), host)) return undefined;
  return { target, source: `the lock of thread ${session}, which has no rollout yet`, session, turn: "idle" };
}

/** Of a thread that no hook has told of, what its app-server says stands beside the rollout. */
function withState(
  { target, agent: { pid } }: ObserveTarget,
  { session, state }: UntoldThread,
  rollout: Observation | undefined,
  host: RuntimeHost,
): Observation | undefined {
  if (state === undefined) return rollout ?? beforeFirstPrompt(target, session, pid, host);
  const { turn } = state;
  const { at, ...rest } = rollout ?? { target, source: "" };
  const source = [describeState(state), rest.source].filter((part) => part !== "").join("; ");
  const isSame = rollout?.turn === turn && state.flags.length === 0;
  const asks = [...asksOfState(state), ...(rest.asks ?? []).filter(() => state.flags.length === 0)];
  return { ...rest, source, session, turn, asks, ...(at === undefined || !isSame ? {} : { at }) };
}

/**
 * Codex's own records, of the session that hooks named, else of the only one that a TUI can show. The rollout:
 * when a turn began or ended, and which questions are open; that of a child, whether it has ended. The
 * app-server, asked about threads with an open permission: whether it still waits for it, since no hook tells of
 * an approval (0.171.0); and about those that no hook has told of. A session that no app-server runs, and an
 * app-server that is silent, leave the permission open.
 */
export async function observeCodex(batch: ObserveBatch, host: RuntimeHost): Promise<readonly Observation[]> {
  const start = Date.now();
  const asked = batch.slice(0, batchLimit);
  const silent = asked.filter(({ session }) => session === undefined);
  const untold =
    silent.length === 0
      ? new Map<string, UntoldThread>()
      : await findUntold(silent, asked, host, runtimeBudget);
  const spent = silent.length === 0 ? 0 : Date.now() - start;
  const cases = asked
    .map((one) => caseOf({ ...one, session: one.session ?? untold.get(one.target)?.session }, host))
    .filter((one) => one !== undefined);
  const threads = new Map<string, ReadonlyMap<string, ThreadState>>();
  const deadline = Date.now() + runtimeBudget - spent;
  for (const directory of new Set(cases.map((one) => one.directory))) {
    const ids = cases.filter((one) => one.directory === directory).flatMap(threadsToAsk);
    if (ids.length === 0) continue;
    const names = [directory, host.realPath(directory)];
    threads.set(directory, await readThreads(names, ids, deadline - Date.now()));
  }
  const observations = new Map(
    cases.map((one) => [
      one.target.target,
      observationOf(one, threads.get(one.directory) ?? new Map(), host),
    ]),
  );
  return asked
    .map((one) => {
      const thread = untold.get(one.target);
      const observation = observations.get(one.target);
      return thread === undefined ? observation : withState(one, thread, observation, host);
    })
    .filter((observation) => observation !== undefined);
}
