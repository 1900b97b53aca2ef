import { join } from "node:path";
import { type ControlConnection, openControlSocket } from "./codex-control-socket.js";
import { type Fields, list, record, text } from "./codex-words.js";

/** For everything that one reading asks of Codex, in milliseconds: less than the 300 that a reader waits for us. */
export const runtimeBudget = 250;

/** No more threads than this are asked for at once. */
export const threadLimit = 32;

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

/** Below a Codex directory; a link into a private folder of temporary files. */
export function controlSocketOf(directory: string): string {
  return join(directory, "app-server-control", "app-server-control.sock");
}

/**
 * Reads one answer of `thread/read`. Undefined for anything but a state that we know whole: another thread, one
 * that is not loaded, an active one without an explicit list of flags, a flag or a word of a later version.
 */
export function threadStateOf(result: unknown, id: string): ThreadState | undefined {
  const thread = record(record(result).thread);
  const path = text(thread.path);
  const { type, activeFlags } = record(thread.status);
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

/** The loopback port of the TUI that started or loaded a thread, as `mcpServerStatus/list` gives it. */
export function tuiPortOf(result: unknown): number | undefined {
  for (const server of list(record(result).data).map(record)) {
    if (server.name !== "codex_tui") continue;
    const port = /^http:\/\/127\.0\.0\.1:([0-9]{1,5})$/.exec(text(server.httpOrigin) ?? "")?.[1];
    if (port !== undefined && Number(port) > 0 && Number(port) < 65_536) return Number(port);
  }
  return undefined;
}

/** Notices that an app-server sends unasked to whoever connects; each would cost a message of our bound. */
const unwanted = ["configWarning", "remoteControl/status/changed"];

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
 * Greets the app-server of a Codex directory and lets `use` ask it; undefined where there is none, or where it
 * is another directory's. `directories`: the names that this one may have.
 */
async function withAppServer<Result>(
  directories: readonly string[],
  milliseconds: number,
  use: (connection: ControlConnection) => Promise<Result>,
): Promise<Result | undefined> {
  const [directory] = directories;
  if (directory === undefined || milliseconds <= 0) return undefined;
  const connection = await openControlSocket(controlSocketOf(directory), milliseconds);
  if (connection === undefined) return undefined;
  try {
    const greeting = await connection.call("initialize", {
      clientInfo: { name: "hexokit", title: null, version: "1" },
      capabilities: { optOutNotificationMethods: unwanted },
    });
    if (!directories.includes(text(record(greeting).codexHome) ?? "")) return undefined;
    connection.notify("initialized");
    return await use(connection);
  } finally {
    connection.close();
  }
}

async function ask<Answer>(
  connection: ControlConnection,
  ids: readonly string[],
  method: string,
  more: Fields,
  read: (result: unknown, id: string) => Answer | undefined,
): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  await Promise.all(
    [...new Set(ids)].slice(0, threadLimit).map(async (id) => {
      const answer = read(await connection.call(method, { ...more, threadId: id }), id);
      if (answer !== undefined) answers.set(id, answer);
    }),
  );
  return answers;
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
    ask(connection, ids, "thread/read", {}, threadStateOf),
  );
  return states ?? new Map();
}

/**
 * The port that the TUI of each thread listens on. Always with server name and without details: otherwise the
 * app-server would ask the TUI itself (0.171.0); the TUI's token is in no answer. Never rejects.
 */
export async function readTuiPorts(
  directories: readonly string[],
  ids: readonly string[],
  milliseconds: number = runtimeBudget,
): Promise<ReadonlyMap<string, number>> {
  const only = { serverName: "codex_tui", detail: "toolsAndAuthOnly" };
  const ports = await withAppServer(directories, milliseconds, (connection) =>
    ask(connection, ids, "mcpServerStatus/list", only, tuiPortOf),
  );
  return ports ?? new Map();
}
