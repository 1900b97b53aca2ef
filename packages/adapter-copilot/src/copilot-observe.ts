import { join } from "node:path";
import {
  fieldsOf,
  type Observation,
  type ObserveBatch,
  type ObserveTarget,
  parseJson,
  type RuntimeHost,
  textOf,
} from "@hexokit/core";
import { type LogProjection, projectLog } from "./copilot-event-log.js";
import { directoryOf, sessionFolder } from "./copilot-transcript.js";

/** Of the sessions that Copilot notes as open, so many of the newest are looked at: crashes leave theirs. */
const openLimit = 12;

const headSize = 64 * 1024;

/** The running turn is nearly always in the last few hundred kilobytes; more is read only where it is not. */
const tailSizes = [256 * 1024, 8 * 1024 * 1024];

/** Copilot's state files are a few kilobytes. */
const stateLimit = 256 * 1024;

/**
 * A process that uses a session leaves its number in the session's folder, from the start of a new one or
 * the first prompt of a resumed one until it leaves it (1.0.102, live).
 */
function isHeld(directory: string, session: string, pid: number, host: RuntimeHost): boolean {
  const folder = sessionFolder(directory, session);
  if (folder === undefined) return false;
  return host.readText(join(folder, `inuse.${pid}.lock`), stateLimit)?.trim() === String(pid);
}

/** The session that a process was started to resume: it holds that from its first prompt on. */
function resumedBy({ arguments: words }: ObserveTarget["agent"]): string | undefined {
  const at = words.findIndex((word) => /^(?:--resume|--session-id|-r)(?:=|$)/.test(word));
  const [, value = words[at + 1] ?? ""] = words[at]?.split("=") ?? [];
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : undefined;
}

/**
 * The session that a process shows: the one that hooks named while it holds that, else the only one it
 * holds, else the one that it was started to resume.
 */
function sessionOf(directory: string, { agent, session }: ObserveTarget, host: RuntimeHost) {
  if (session !== undefined && isHeld(directory, session, agent.pid, host)) return { session, isUsed: true };
  const noted = fieldsOf(
    parseJson(host.readText(join(directory, "open-sessions-state.json"), stateLimit) ?? ""),
  );
  const refreshed = (id: string) => textOf(fieldsOf(noted[id]).refreshedAt) ?? "";
  const newest = Object.keys(noted).sort((one, other) => (refreshed(one) < refreshed(other) ? 1 : -1));
  const held = newest.slice(0, openLimit).filter((id) => isHeld(directory, id, agent.pid, host));
  if (held[0] !== undefined) return held.length === 1 ? { session: held[0], isUsed: true } : undefined;
  const resumed = session === undefined ? resumedBy(agent) : undefined;
  return resumed === undefined
    ? undefined
    : { session: resumed, isUsed: isHeld(directory, resumed, agent.pid, host) };
}

function readLog(path: string, wantsAll: boolean, host: RuntimeHost): LogProjection | undefined {
  let projection: LogProjection | undefined;
  for (const tailSize of wantsAll ? tailSizes.slice(-1) : tailSizes) {
    const window = host.readWindow(path, headSize, tailSize);
    projection = window === undefined ? undefined : projectLog(window);
    if (window === undefined || window.complete || projection?.turn !== undefined) break;
  }
  return projection;
}

/** No dialog asks for trust in the folder of this session: a person once answered that for good. */
function isTrusted(directory: string, folder: string, host: RuntimeHost): boolean {
  const cwd = /^cwd: (.+)$/m.exec(host.readText(join(folder, "workspace.yaml"), stateLimit) ?? "")?.[1];
  // The file begins with comments of Copilot's own.
  const config = host.readText(join(directory, "config.json"), stateLimit)?.replace(/^(?:\s*\/\/.*\n)+/, "");
  const { trustedFolders } = fieldsOf(parseJson(config ?? ""));
  return Array.isArray(trustedFolders) && trustedFolders.includes(cwd);
}

/**
 * The log states every ask but those of MCP servers: what hooks hold of such a question stands while any
 * tool is open.
 */
function asksOf({ asks, hasOpenTool }: LogProjection, hooks: ObserveTarget["asks"] = []) {
  const isAnServersQuestion = hasOpenTool && hooks.some(({ reason }) => reason === "question");
  return asks.length === 0 && isAnServersQuestion ? undefined : asks;
}

function observe(target: ObserveTarget, host: RuntimeHost): Observation | undefined {
  const directory = directoryOf(target.agent.pid, host);
  if (directory === undefined) return undefined;
  const shown = sessionOf(directory, target, host);
  const folder = shown === undefined ? undefined : sessionFolder(directory, shown.session);
  if (shown === undefined || folder === undefined) return undefined;
  const { session, isUsed } = shown;
  const path = join(folder, "events.jsonl");
  const projection = isUsed ? readLog(path, (target.asks ?? []).length > 0, host) : undefined;
  if (projection === undefined || projection.isShutDown) {
    const observation = {
      target: target.target,
      source: `${folder} has had no prompt from this process`,
      session,
    };
    // After a first session (`/clear`), or in a folder that is trusted, nothing is asked before the first prompt.
    return target.session !== undefined || isTrusted(directory, folder, host)
      ? { ...observation, turn: "idle", asks: [], childrenEnded: "all" }
      : observation;
  }
  if (projection.session !== session) return undefined;
  const { turn, at, word, endedChildren } = projection;
  const asks = turn === undefined ? undefined : asksOf(projection, target.asks);
  return {
    target: target.target,
    source: `${path} says ${word}`,
    session,
    ...(turn === undefined ? {} : { turn }),
    ...(asks === undefined ? {} : { asks }),
    ...(endedChildren.length === 0 ? {} : { childrenEnded: endedChildren }),
    ...(at === undefined || asks === undefined || asks.length > 0 ? {} : { at }),
  };
}

/**
 * Copilot's own event log: right where no hook runs (an answered or refused permission, Esc, a cancelled
 * subagent, `/compact`). It counts only for a session that the very process holds.
 */
export async function observeCopilot(
  batch: ObserveBatch,
  host: RuntimeHost,
): Promise<readonly Observation[]> {
  return batch.map((target) => observe(target, host)).filter((observation) => observation !== undefined);
}
