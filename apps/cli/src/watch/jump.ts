import type { AgentReading } from "@hexokit/core";
import type { Context } from "../context.js";
import { attachCommand } from "../next/attach-command.js";
import { findClient, switchClient } from "../next/tmux-clients.js";

/**
 * Makes a client show an agent's pane: the named one, else that of the person who asks.
 * @returns what to tell the person when it could not be done
 * @throws HexoError CLIENT_NOT_FOUND
 */
export async function jump(
  context: Context,
  { pane }: AgentReading,
  named: string | undefined,
): Promise<string | undefined> {
  const client = await findClient(context, named, new Set([pane.serverPid]));
  if (client?.serverPid !== pane.serverPid)
    return `It is on another tmux server: ${attachCommand(pane, context.host)}`;
  return (await switchClient(client, pane.paneId)) ? undefined : "Its pane is gone.";
}
