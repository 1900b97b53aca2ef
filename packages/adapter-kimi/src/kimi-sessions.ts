import { isAbsolute, join } from "node:path";
import { hostOfAgent, type ReadOnlyHost, type RuntimeHost } from "@hexokit/core";
import { kimiDirectory } from "./kimi-harness.js";

const sessionPattern = /^session_[A-Za-z0-9-]{1,64}$/;

/** A line of the index has some 300 bytes; older sessions than that many lines tell are not looked for. */
const indexBytes = 4 * 1024 * 1024;

export type SessionFolder = { readonly folder: string } | { readonly why: string };

/** Where a running agent keeps its sessions; undefined where its directory is relative: to what, only it knows. */
export function directoryOf(pid: number | undefined, host: ReadOnlyHost & Partial<RuntimeHost>) {
  const own = hostOfAgent(pid, host, "KIMI_CODE_HOME");
  const { KIMI_CODE_HOME: given = "" } = own.environment;
  return own === host || given === "" || isAbsolute(given) ? kimiDirectory(own) : undefined;
}

/**
 * The folder of a session: the newest line of `session_index.jsonl` that names it (2.1.0: `sessionId`,
 * `sessionDir`, `workDir`), else the one of that name in a working directory's. A folder that leads out of
 * Kimi's own is not followed.
 */
export function findSession(session: string, directory: string, host: ReadOnlyHost): SessionFolder {
  if (!sessionPattern.test(session)) return { why: "the session reference is not one of Kimi Code's" };
  const sessions = join(directory, "sessions");
  const folder = indexed(session, directory, host) ?? listed(session, sessions, host);
  if (folder === undefined)
    return { why: `no such session below ${sessions} (there is none before the first prompt)` };
  const root = `${host.realPath(sessions)}/`;
  return host.realPath(folder).startsWith(root) && !folder.split("/").includes("..")
    ? { folder }
    : { why: `${folder} leads out of ${sessions}` };
}

function indexed(session: string, directory: string, host: ReadOnlyHost): string | undefined {
  const window = host.readWindow(join(directory, "session_index.jsonl"), 0, indexBytes);
  const lines = window === undefined ? [] : `${window.head}${window.tail}`.split("\n");
  const line = lines.findLast((one) => one.includes(`"${session}"`) && idIn(one).sessionId === session);
  const folder = line === undefined ? undefined : idIn(line).sessionDir;
  return typeof folder === "string" && isAbsolute(folder) ? folder : undefined;
}

function listed(session: string, sessions: string, host: ReadOnlyHost): string | undefined {
  const folders = (host.list(sessions) ?? []).map((name) => join(sessions, name));
  const parent = folders.find((one) => host.list(one)?.includes(session));
  return parent === undefined ? undefined : join(parent, session);
}

function idIn(line: string): { readonly sessionId?: unknown; readonly sessionDir?: unknown } {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    return {};
  }
}

/** The record of one agent of a session: of the root (`main`), or of a subagent. */
export function wireOf(folder: string, agent: string): string {
  return join(folder, "agents", agent, "wire.jsonl");
}
