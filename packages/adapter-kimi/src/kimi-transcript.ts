import type { ReadOnlyHost, RuntimeHost, TranscriptQuery, TranscriptResult } from "@hexokit/core";
import { directoryOf, findSession, wireOf } from "./kimi-sessions.js";

/** The conversation of a session: the root's `wire.jsonl`. There is none before the first prompt (2.1.0, live). */
export async function findKimiTranscript(
  { session, agentPid }: TranscriptQuery,
  host: ReadOnlyHost & Partial<RuntimeHost>,
): Promise<TranscriptResult> {
  const directory = directoryOf(agentPid, host);
  if (directory === undefined) return { kind: "unavailable", why: "the agent's KIMI_CODE_HOME is relative" };
  const found = findSession(session, directory, host);
  if ("why" in found) return { kind: "unavailable", why: found.why };
  const path = wireOf(found.folder, "main");
  return host.readWindow(path, 1, 0) === undefined
    ? { kind: "unavailable", why: `${path} cannot be read` }
    : { kind: "file", path };
}
