import { mkdirSync } from "node:fs";
import { systemProcesses } from "@hexokit/core";
import { type Sandbox, until } from "./sandbox.js";

export interface StandInAgent {
  readonly pane: string;
  readonly pid: number;
}

export const seconds = () => Math.floor(Date.now() / 1000);

function hasServer(sandbox: Sandbox): boolean {
  try {
    sandbox.tmux("list-sessions");
    return true;
  } catch {
    return false;
  }
}

/** A pane with a process that counts as Claude Code, in the session `main`. */
export async function openAgent(sandbox: Sandbox, folder = sandbox.home): Promise<StandInAgent> {
  mkdirSync(folder, { recursive: true });
  const format = ["-P", "-F", "#{pane_id} #{pane_pid}", "-c", folder];
  const start = hasServer(sandbox)
    ? ["new-window", "-d", "-t", "main:"]
    : ["new-session", "-d", "-s", "main", "-x", "200", "-y", "50"];
  const [pane = "", pid = ""] = sandbox.tmux(...start, ...format, `exec ${sandbox.standIn}`).split(" ");
  const isUp = () =>
    systemProcesses().read(Number(pid))?.executable?.endsWith("claude.exe") === true || undefined;
  await until("the stand-in", isUp);
  return { pane, pid: Number(pid) };
}

/** Writes what a hook would, and signals it. */
export function setState(sandbox: Sandbox, pane: string, state: string, reason = ""): void {
  const set = (option: string, value: string) => ["set-option", "-pt", pane, option, value, ";"];
  sandbox.tmux(
    ...set("@rk_pane_agent_session", "claude:01234567-89ab"),
    ...(reason === ""
      ? ["set-option", "-put", pane, "@rk_pane_agent_reason", ";"]
      : set("@rk_pane_agent_reason", reason)),
    ...set("@rk_pane_agent_state", state),
    "wait-for",
    "-S",
    "rk-agent-changed",
  );
}
