import { join } from "node:path";
import type { ReadOnlyHost, TranscriptQuery, TranscriptResult } from "@hexokit/core";
import { antigravityDirectory } from "./antigravity-harness.js";

const sessionPattern = /^[A-Za-z0-9-]{1,64}$/;

/**
 * The conversation of a session: `brain/<id>/.system_generated/logs/transcript.jsonl` below the CLI's own
 * directory (agy 1.2.7, documented). A file that leads out of `brain` is not followed.
 */
export async function findAntigravityTranscript(
  { session }: TranscriptQuery,
  host: ReadOnlyHost,
): Promise<TranscriptResult> {
  if (!sessionPattern.test(session))
    return { kind: "unavailable", why: "the session reference is not one of Antigravity's" };
  const brain = join(antigravityDirectory(host), "brain");
  const path = join(brain, session, ".system_generated", "logs", "transcript.jsonl");
  if (host.readWindow(path, 1, 0) === undefined)
    return { kind: "unavailable", why: `there is no ${path} that can be read` };
  if (!host.realPath(path).startsWith(`${host.realPath(brain)}/`))
    return { kind: "unavailable", why: `${path} leads out of ${brain}` };
  return { kind: "file", path };
}
