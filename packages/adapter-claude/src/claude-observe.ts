import { isAbsolute, join } from "node:path";
import type { Observation, ObserveBatch, ObserveTarget, ProcessInfo, RuntimeHost } from "@hexokit/core";
import { claudeDirectory } from "./claude-harness.js";

/** The status file is under a kilobyte; anything much larger is not it. */
const statusLimit = 64 * 1024;

/** What `waitingFor` means to a person; words that are not here (`dialog open`) keep the hooks' state. */
const asks: ReadonlyMap<unknown, "permission" | "question"> = new Map([
  ["permission prompt", "permission"],
  ["sandbox request", "permission"],
  ["goal proposal", "permission"],
  ["worker request", "permission"],
  ["input needed", "question"],
]);

type StatusFile = Readonly<Record<string, unknown>>;

function parse(text: string): StatusFile | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as StatusFile) : undefined;
  } catch {
    return undefined;
  }
}

/** The turn and asks that a status word states; undefined for words that state nothing. */
function statesOf(status: unknown, waitingFor: unknown): Partial<Observation> | undefined {
  switch (status) {
    case "busy":
      return { turn: "active", asks: [] };
    case "idle":
      return { turn: "idle", asks: [], childrenEnded: "all", background: false };
    case "shell":
      return { turn: "idle", asks: [], childrenEnded: "all", background: true };
    case "waiting": {
      const reason = asks.get(waitingFor);
      return reason === undefined ? {} : { asks: [{ reason }] };
    }
    default:
      return undefined;
  }
}

/**
 * Where the configuration of a running agent is. Its own environment decides, where that can be read: the
 * reader's `CLAUDE_CONFIG_DIR` is of another profile. Undefined for a relative one: relative to what, only the
 * agent knows.
 */
export function directoryOf(pid: number, host: RuntimeHost): string | undefined {
  const home = host.processEnvironment(pid, "HOME");
  const own =
    home === undefined
      ? host.environment.CLAUDE_CONFIG_DIR
      : host.processEnvironment(pid, "CLAUDE_CONFIG_DIR");
  if (own !== undefined && own !== "" && !isAbsolute(own)) return undefined;
  const environment = { ...host.environment, CLAUDE_CONFIG_DIR: own };
  return claudeDirectory({ ...host, home: home ?? host.home, environment });
}

/** The kernel's number on Linux; where there is only `ps`, its start time in UTC (read in 2.1.332). */
function isStartOf(procStart: unknown, startTime: number): boolean {
  return procStart === String(startTime) || Date.parse(`${procStart} UTC`) / 1000 === startTime;
}

/** The status of one process, if the file was written by that very process. */
function statusOf(directory: string, agent: Pick<ProcessInfo, "pid" | "startTime">, host: RuntimeHost) {
  // `<pid>.<hash>.key` beside it is a secret: no other name in that folder is ever opened.
  const path = join(directory, "sessions", `${agent.pid}.json`);
  const text = host.readText(path, statusLimit);
  const file = text === undefined ? undefined : parse(text);
  // The process start time guards against a file left by an earlier process with this number.
  const isHis = file?.pid === agent.pid && isStartOf(file.procStart, agent.startTime);
  return isHis && file !== undefined ? { path, file } : undefined;
}

/**
 * `claude attach <first 8 characters of a session id>` shows a session that a background process runs, which
 * writes the status (2.1.332, live).
 */
function statusOfAttached(directory: string, prefix: string, host: RuntimeHost) {
  for (const name of host.list(join(directory, "sessions")) ?? []) {
    const pid = /^([0-9]+)\.json$/.exec(name)?.[1];
    const process = pid === undefined ? undefined : host.process(Number(pid));
    const status = process === undefined ? undefined : statusOf(directory, process, host);
    if (String(status?.file.sessionId).startsWith(`${prefix}-`)) return status;
  }
  return undefined;
}

function observe({ target, agent }: ObserveTarget, host: RuntimeHost): Observation | undefined {
  const directory = directoryOf(agent.pid, host);
  if (directory === undefined) return undefined;
  const [, command, prefix] = agent.arguments;
  const isAttached = command === "attach" && prefix !== undefined && /^[0-9a-f]{8}$/.test(prefix);
  const found = isAttached ? statusOfAttached(directory, prefix, host) : statusOf(directory, agent, host);
  if (found === undefined) return undefined;
  const { sessionId: session, status, waitingFor, statusUpdatedAt: at } = found.file;
  const states = statesOf(status, waitingFor);
  if (states === undefined || typeof session !== "string") return undefined;
  const words =
    typeof waitingFor === "string" && status === "waiting" ? `${status} (${waitingFor})` : String(status);
  return {
    target,
    source: `${found.path} says ${words}`,
    session,
    ...states,
    ...(typeof at === "number" && Number.isFinite(at) ? { at } : {}),
  };
}

/**
 * Claude Code's own status, `sessions/<pid>.json`: right where no hook fires (Esc, "No", an answered
 * permission). Undocumented, in 2.1.139 and later; flips 0.1–0.4 s after the real transition and is left
 * behind by kill -9 (2.1.332, live), hence the check of pid and start time.
 */
export async function observeClaude(batch: ObserveBatch, host: RuntimeHost): Promise<readonly Observation[]> {
  return batch.map((target) => observe(target, host)).filter((observation) => observation !== undefined);
}
