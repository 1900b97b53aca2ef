import { isAbsolute, join } from "node:path";
import {
  fieldsOf,
  parseJson,
  type ReadOnlyHost,
  type RuntimeHost,
  type TranscriptQuery,
  type TranscriptResult,
} from "@hexokit/core";
import { geminiDirectory } from "./gemini-harness.js";

const sessionPattern = /^[A-Za-z0-9-]{8,64}$/;

/** The first line has a few hundred bytes. */
const headSize = 64 * 1024;

/** More files than this do not share the first eight characters of their session. */
const fileLimit = 8;

/**
 * Gemini CLI's directory as a running agent sees it. Its own environment decides, where that can be read;
 * undefined for a relative `GEMINI_CLI_HOME`: relative to what, only the agent knows.
 */
function directoryOf(pid: number | undefined, host: ReadOnlyHost & Partial<RuntimeHost>): string | undefined {
  const read = (name: string) => (pid === undefined ? undefined : host.processEnvironment?.(pid, name));
  const home = read("HOME");
  if (home === undefined) return geminiDirectory(host);
  const own = read("GEMINI_CLI_HOME");
  if (own !== undefined && own !== "" && !isAbsolute(own)) return undefined;
  return geminiDirectory({ ...host, home, environment: { GEMINI_CLI_HOME: own } });
}

/**
 * The conversation of a session: `tmp/<project>/chats/session-<time>-<8 characters of the session>.jsonl`,
 * whose first line names the whole session. A subagent's is another file. A session without an answered prompt
 * loses its file when it ends (0.61.0), and a file that leads out of the folder is not followed.
 */
export async function findGeminiTranscript(
  query: TranscriptQuery,
  host: ReadOnlyHost & Partial<RuntimeHost>,
): Promise<TranscriptResult> {
  return findChat(query, host);
}

/** As {@link findGeminiTranscript}, at once. */
export function findChat(
  { session, agentPid }: TranscriptQuery,
  host: ReadOnlyHost & Partial<RuntimeHost>,
): TranscriptResult {
  const unavailable = (why: string): TranscriptResult => ({ kind: "unavailable", why });
  if (!sessionPattern.test(session)) return unavailable("the session reference is not one of Gemini CLI's");
  const directory = directoryOf(agentPid, host);
  if (directory === undefined) return unavailable("the agent's GEMINI_CLI_HOME is relative");
  const folder = join(directory, "tmp");
  const ending = `-${session.slice(0, 8)}.jsonl`;
  const paths = (host.list(folder) ?? []).flatMap((project) => {
    const chats = join(folder, project, "chats");
    return (host.list(chats) ?? [])
      .filter((name) => name.startsWith("session-") && name.endsWith(ending))
      .map((name) => join(chats, name));
  });
  const path = paths.slice(0, fileLimit).find((candidate) => sessionOf(candidate, host) === session);
  if (path === undefined)
    return unavailable(
      `no transcript of this session below ${folder} (there is none without an answered prompt)`,
    );
  return host.realPath(path).startsWith(`${host.realPath(folder)}/`)
    ? { kind: "file", path }
    : unavailable(`${path} leads out of ${folder}`);
}

/** The session that the first line names. */
function sessionOf(path: string, host: ReadOnlyHost): unknown {
  const head = host.readWindow(path, headSize, 0)?.head ?? "";
  return fieldsOf(parseJson(head.split("\n", 1)[0] ?? "")).sessionId;
}
