import { join } from "node:path";
import { fieldsOf, type JsonFields, listOf, textOf } from "@hexokit/core/hook";
import { type ControlConnection, openControlSocket } from "./codex-control-socket.js";

/** For everything that one reading asks of Codex, in milliseconds: less than the 300 that a reader waits for us. */
export const runtimeBudget = 250;

/** No more threads than this are asked for at once. */
export const threadLimit = 32;

/** Below a Codex directory; a link into a private folder of temporary files. */
export function controlSocketOf(directory: string): string {
  return join(directory, "app-server-control", "app-server-control.sock");
}

/** Two questions about each fit into the messages of one connection. */
const loadedLimit = 24;

/** Notices that an app-server sends unasked to whoever connects; each would cost a message of our bound. */
const unwanted = ["configWarning", "remoteControl/status/changed"];

/**
 * Greets the app-server of a Codex directory and lets `use` ask it; undefined where there is none, or where it
 * is another directory's. `directories`: the names that this one may have.
 */
export async function withAppServer<Result>(
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
    if (!directories.includes(textOf(fieldsOf(greeting).codexHome) ?? "")) return undefined;
    connection.notify("initialized");
    return await use(connection);
  } finally {
    connection.close();
  }
}

/** One question about each of several threads; those without an answer are left out. */
export async function askOfEach<Answer>(
  connection: ControlConnection,
  ids: readonly string[],
  method: string,
  more: JsonFields,
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

/** The loopback port of the TUI that started or loaded a thread; `none` where no TUI did. */
export type TuiOrigin = number | "none";

/** Reads one answer of `mcpServerStatus/list`; undefined for what is none that we know. */
export function tuiOriginOf(result: unknown): TuiOrigin | undefined {
  const { data } = fieldsOf(result);
  if (Array.isArray(data) && data.length === 0) return "none";
  for (const server of listOf(data).map(fieldsOf)) {
    if (server.name !== "codex_tui") continue;
    const port = Number(/^http:\/\/127\.0\.0\.1:([0-9]{1,5})$/.exec(textOf(server.httpOrigin) ?? "")?.[1]);
    if (port > 0 && port < 65_536) return port;
  }
  return undefined;
}

/**
 * The TUI that started or loaded each thread, by the port that it listens on. Always with server name and
 * without details: otherwise the app-server would ask the TUI itself (0.171.0); the TUI's token is in no answer.
 */
export async function askTuiOrigins(
  connection: ControlConnection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TuiOrigin>> {
  const only = { serverName: "codex_tui", detail: "toolsAndAuthOnly" };
  return await askOfEach(connection, ids, "mcpServerStatus/list", only, tuiOriginOf);
}

/**
 * The ids of all threads that an app-server has loaded, subagents' too; undefined where it does not say, or has
 * more than we may ask about.
 */
export async function askLoadedThreads(
  connection: ControlConnection,
): Promise<readonly string[] | undefined> {
  const { data, nextCursor } = fieldsOf(await connection.call("thread/loaded/list", {}));
  const ids = listOf(data).flatMap((id) => textOf(id) ?? []);
  return Array.isArray(data) && (nextCursor ?? null) === null && ids.length <= loadedLimit ? ids : undefined;
}
