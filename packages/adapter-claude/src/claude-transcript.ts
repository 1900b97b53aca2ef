import { join } from "node:path";
import type { ReadOnlyHost, RuntimeHost, TranscriptQuery, TranscriptResult } from "@hexokit/core";
import { claudeDirectory } from "./claude-harness.js";
import { directoryOf } from "./claude-observe.js";

const sessionPattern = /^[A-Za-z0-9-]{1,64}$/;

function isRuntimeHost(host: ReadOnlyHost & Partial<RuntimeHost>): host is RuntimeHost {
  return host.processEnvironment !== undefined;
}

/**
 * The conversation of a session: `projects/<folder>/<session>.jsonl`. There is none before the first prompt
 * (2.1.332, live), and a file that leads out of the projects folder is not followed.
 */
export async function findClaudeTranscript(
  { session, agentPid }: TranscriptQuery,
  host: ReadOnlyHost & Partial<RuntimeHost>,
): Promise<TranscriptResult> {
  if (!sessionPattern.test(session))
    return { kind: "unavailable", why: "the session reference is not one of Claude Code's" };
  const directory =
    agentPid !== undefined && isRuntimeHost(host) ? directoryOf(agentPid, host) : claudeDirectory(host);
  if (directory === undefined)
    return { kind: "unavailable", why: "the agent's CLAUDE_CONFIG_DIR is relative" };
  const projects = join(directory, "projects");
  const root = host.realPath(projects);
  for (const folder of host.list(projects) ?? []) {
    const path = join(projects, folder, `${session}.jsonl`);
    if (host.readWindow(path, 1, 0) === undefined) continue;
    if (!host.realPath(path).startsWith(`${root}/`)) {
      return { kind: "unavailable", why: `${path} leads out of ${projects}` };
    }
    return { kind: "file", path };
  }
  return {
    kind: "unavailable",
    why: `no transcript of this session below ${projects} (there is none before the first prompt)`,
  };
}
