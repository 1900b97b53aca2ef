import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isProviderId } from "../contract/provider.js";
import { type AgentState, isSessionReference } from "../pane-options/pane-options.js";
import type { MachineDirectory } from "./machine-directory.js";
import { removeFile } from "./remove-file.js";

/** Why a session has no pane. */
export type UnplacedReason =
  /** The walk up from the hook met a daemon of the harness. */
  | "daemon"
  /** The walk did not reach the tmux server of `$TMUX` (container, ssh, detached). */
  | "not-below-tmux"
  /** It reached the server, but below no live pane (popup, job of tmux). */
  | "no-pane";

/** A session that runs somewhere, but in no pane that we could prove. */
export interface UnplacedSession {
  readonly provider: string;
  readonly session: string;
  readonly pid: number;
  readonly startTime: number;
  readonly state: AgentState | undefined;
  /** Epoch milliseconds of the last event. */
  readonly at: number;
  readonly reason: UnplacedReason;
  /** What a reader found out when it looked for the pane; never stored. */
  readonly why?: string;
}

const reasons = new Set(["daemon", "not-below-tmux", "no-pane"]);
const states = new Set(["active", "waiting", "idle", "-"]);

function fileOf(directory: MachineDirectory, provider: string, session: string): string {
  return `${directory.unplaced}/${provider}:${session}`;
}

/** Notes a session without a pane. */
export function storeUnplaced(directory: MachineDirectory, unplaced: UnplacedSession): void {
  const { provider, session, pid, startTime, state, at, reason } = unplaced;
  if (!isProviderId(provider) || !isSessionReference(session)) return;
  const file = fileOf(directory, provider, session);
  const next = `${directory.unplaced}/.next-${process.pid}`;
  writeFileSync(next, `1 ${pid} ${startTime} ${state ?? "-"} ${at} ${reason}\n`, { mode: 0o600 });
  // Not over the old one: ext4 would write the file out at once.
  removeFile(file);
  renameSync(next, file);
}

export function removeUnplaced(directory: MachineDirectory, provider: string, session: string): void {
  if (!isProviderId(provider) || !isSessionReference(session)) return;
  const file = fileOf(directory, provider, session);
  if (existsSync(file)) removeFile(file);
}

function parse(name: string, line: string): UnplacedSession | undefined {
  const colon = name.indexOf(":");
  const provider = name.slice(0, colon);
  const session = name.slice(colon + 1);
  const [version, pid, startTime, state, at, reason] = line.trimEnd().split(" ");
  if (!isProviderId(provider) || !isSessionReference(session) || version !== "1") return undefined;
  if (!states.has(state ?? "") || !reasons.has(reason ?? "")) return undefined;
  return {
    provider,
    session,
    pid: Number(pid),
    startTime: Number(startTime),
    state: state === "-" ? undefined : (state as AgentState),
    at: Number(at),
    reason: reason as UnplacedReason,
  };
}

/** Every noted session without a pane; whether its process lives is the caller's to check. */
export function readUnplaced(directory: MachineDirectory): readonly UnplacedSession[] {
  try {
    return readdirSync(directory.unplaced)
      .filter((name) => !name.startsWith("."))
      .map((name) => parse(name, readFileSync(`${directory.unplaced}/${name}`, "latin1")))
      .filter((session) => session !== undefined);
  } catch {
    return [];
  }
}
