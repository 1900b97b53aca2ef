import { join } from "node:path";
import type {
  HostEnvironment,
  ReadOnlyHost,
  RuntimeHost,
  TranscriptQuery,
  TranscriptResult,
} from "@hexokit/core";
import { codexDirectory } from "./codex-harness.js";

const sessionPattern = /^[A-Za-z0-9-]{1,64}$/;

const day = 24 * 60 * 60 * 1000;

function isRuntimeHost(host: ReadOnlyHost & Partial<RuntimeHost>): host is RuntimeHost {
  return host.processEnvironment !== undefined;
}

/** Codex's directory as a running agent sees it: its own environment decides, then the reader's. */
export function directoryOf(
  pid: number | undefined,
  host: HostEnvironment & Partial<Pick<RuntimeHost, "processEnvironment">>,
): string {
  const read = (name: string) => (pid === undefined ? undefined : host.processEnvironment?.(pid, name));
  const environment = { ...host.environment, CODEX_HOME: read("CODEX_HOME") ?? host.environment.CODEX_HOME };
  return codexDirectory({ ...host, home: read("HOME") ?? host.home, environment });
}

/** Thread ids are UUIDs of version 7: they begin with the thread's creation, in milliseconds (0.171.0). */
function createdAt(session: string): number | undefined {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/.exec(session);
  return match === null ? undefined : Number.parseInt(`${match[1]}${match[2]}`, 16);
}

/** Folders are named by the day of creation, in whatever zone Codex runs. */
function likelyFolders(session: string): readonly string[] {
  const created = createdAt(session);
  if (created === undefined) return [];
  return [created + day, created, created - day].map((time) =>
    new Date(time).toISOString().slice(0, 10).replaceAll("-", "/"),
  );
}

/** `YYYY/MM/DD`, newest first. */
function* allFolders(sessions: string, host: ReadOnlyHost): Generator<string> {
  const numbers = (path: string, pattern: RegExp) =>
    (host.list(path) ?? [])
      .filter((name) => pattern.test(name))
      .sort()
      .reverse();
  for (const year of numbers(sessions, /^\d{4}$/)) {
    for (const month of numbers(join(sessions, year), /^\d\d$/)) {
      for (const date of numbers(join(sessions, year, month), /^\d\d$/)) yield `${year}/${month}/${date}`;
    }
  }
}

function newestIn(folder: string, session: string, host: ReadOnlyHost): string | undefined {
  const names = (host.list(folder) ?? []).filter(
    (name) =>
      name.startsWith("rollout-") &&
      (name.endsWith(`-${session}.jsonl`) || name.endsWith(`-${session}.jsonl.zst`)),
  );
  const newest = names.sort().at(-1);
  return newest === undefined ? undefined : join(folder, newest);
}

/** Whether there is any rollout of a thread on the day of its creation, or one day off, in whatever form. */
export function hasRollout(session: string, directory: string, host: ReadOnlyHost): boolean {
  const sessions = join(directory, "sessions");
  const folders = likelyFolders(session);
  // An id that tells no time: it could be anywhere.
  if (folders.length === 0) return true;
  return folders.some((folder) => newestIn(join(sessions, folder), session, host) !== undefined);
}

/**
 * The rollout of a thread below a Codex directory: `sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`, the
 * newest where there are several. `everywhere` also looks at days other than that of the thread's creation.
 * There is none before the first prompt (0.171.0).
 */
export function findRollout(
  session: string,
  directory: string,
  host: ReadOnlyHost,
  everywhere: boolean,
): TranscriptResult {
  const sessions = join(directory, "sessions");
  const unavailable = (why: string): TranscriptResult => ({ kind: "unavailable", why });
  if (!sessionPattern.test(session)) return unavailable("the session reference is not one of Codex's");
  const search = (folders: Iterable<string>): string | undefined => {
    for (const folder of folders) {
      const path = newestIn(join(sessions, folder), session, host);
      if (path !== undefined) return path;
    }
    return undefined;
  };
  const path =
    search(likelyFolders(session)) ?? (everywhere ? search(allFolders(sessions, host)) : undefined);
  if (path === undefined)
    return unavailable(
      `no rollout of this session below ${sessions} (there is none before the first prompt)`,
    );
  if (path.endsWith(".zst"))
    return unavailable(`${path} is compressed: Codex puts old rollouts away as zstd`);
  if (!host.realPath(path).startsWith(`${host.realPath(sessions)}/`))
    return unavailable(`${path} leads out of ${sessions}`);
  if (host.readWindow(path, 1, 0) === undefined) return unavailable(`${path} cannot be read`);
  return { kind: "file", path };
}

/** The conversation of a session. */
export async function findCodexTranscript(
  { session, agentPid }: TranscriptQuery,
  host: ReadOnlyHost & Partial<RuntimeHost>,
): Promise<TranscriptResult> {
  const directory = isRuntimeHost(host) ? directoryOf(agentPid, host) : codexDirectory(host);
  return findRollout(session, directory, host, true);
}
