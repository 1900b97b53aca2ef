import { realpathSync } from "node:fs";
import { type AgentReading, harmlessText, parseTmuxVariable, runTmux } from "@hexokit/core";
import type { Context } from "../context.js";

/** The server that we run in; undefined outside tmux. */
export function ownSocket({ host }: Context): string | undefined {
  return parseTmuxVariable(host.environment.TMUX)?.socket;
}

function isSame(left: string, right: string): boolean {
  try {
    return left === right || realpathSync(left) === realpathSync(right);
  } catch {
    return false;
  }
}

/** What to type to get to a pane of a server that we do not run in. */
export function attachCommand({ pane }: AgentReading): string {
  return `tmux -S ${quoted(pane.socket)} attach -t ${quoted(pane.paneId)}`;
}

function quoted(text: string): string {
  return /^[\w./%:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Moves a client to an agent's pane, in whatever session and window it is: the named client, else the one that
 * shows us (in a popup: that owns it). tmux decides on the latter (3.3a, 3.7c).
 * @returns what to tell the person when it could not be done
 */
export async function jump(
  context: Context,
  agent: AgentReading,
  client?: string,
): Promise<string | undefined> {
  const own = ownSocket(context);
  if (own === undefined || !isSame(own, agent.pane.socket))
    return `It is on another tmux server: ${attachCommand(agent)}`;
  const named = client === undefined ? [] : ["-c", client];
  const { ok, error } = await runTmux({ socket: own, serverPid: agent.pane.serverPid }, [
    "switch-client",
    ...named,
    "-t",
    agent.pane.paneId,
  ]);
  return ok ? undefined : `tmux did not go there: ${harmlessText(error)}`;
}
