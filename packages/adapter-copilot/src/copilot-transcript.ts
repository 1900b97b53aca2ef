import { isAbsolute, join } from "node:path";
import {
  fieldsOf,
  type HostEnvironment,
  parseJson,
  type ReadOnlyHost,
  type RuntimeHost,
  type TranscriptQuery,
  type TranscriptResult,
} from "@hexokit/core";
import { copilotDirectory } from "./copilot-harness.js";

const sessionPattern = /^[A-Za-z0-9-]{1,64}$/;

/** The first line is under a kilobyte; with much context it may be longer. */
const headSize = 64 * 1024;

/**
 * Copilot's directory as a running agent sees it: its own environment decides, where that can be read.
 * Undefined for a relative one: relative to what, only the agent knows.
 */
export function directoryOf(
  pid: number | undefined,
  host: HostEnvironment & Partial<Pick<RuntimeHost, "processEnvironment">>,
): string | undefined {
  const home = pid === undefined ? undefined : host.processEnvironment?.(pid, "HOME");
  if (pid === undefined || home === undefined) return copilotDirectory(host);
  const own = host.processEnvironment?.(pid, "COPILOT_HOME");
  if (own !== undefined && own !== "" && !isAbsolute(own)) return undefined;
  return copilotDirectory({ ...host, home, environment: { COPILOT_HOME: own } });
}

/** The folder of a session; undefined when the reference is not one of Copilot's. */
export function sessionFolder(directory: string, session: string): string | undefined {
  return sessionPattern.test(session) ? join(directory, "session-state", session) : undefined;
}

/** The session that the first line of an event log names. */
export function sessionIn(firstLine: string): unknown {
  const { type, data } = fieldsOf(parseJson(firstLine));
  return type === "session.start" ? fieldsOf(data).sessionId : undefined;
}

/**
 * The conversation of a session: `session-state/<session>/events.jsonl`. There is none before the first
 * prompt; its first line names the session in full (1.0.102, live).
 */
export async function findCopilotTranscript(
  { session, agentPid }: TranscriptQuery,
  host: ReadOnlyHost & Partial<RuntimeHost>,
): Promise<TranscriptResult> {
  const unavailable = (why: string): TranscriptResult => ({ kind: "unavailable", why });
  const directory = directoryOf(agentPid, host);
  if (directory === undefined) return unavailable("the agent's COPILOT_HOME is relative");
  const folder = sessionFolder(directory, session);
  if (folder === undefined) return unavailable("the session reference is not one of Copilot's");
  const path = join(folder, "events.jsonl");
  const window = host.readWindow(path, headSize, 0);
  if (window === undefined) return unavailable(`there is no ${path} (there is none before the first prompt)`);
  if (!host.realPath(path).startsWith(`${host.realPath(join(directory, "session-state"))}/`))
    return unavailable(`${path} leads out of ${directory}`);
  if (sessionIn(window.head.split("\n", 1)[0] ?? "") !== session)
    return unavailable(`${path} is of another session, or no event log`);
  return { kind: "file", path };
}
