import { applyChanges, harmlessText } from "@hexokit/core";
import type { Context } from "../context.js";
import { type ServerUpdate, updateServers } from "./running-servers.js";
import type { TmuxConfPlan } from "./tmux-conf.js";
import { tmuxLines, undoLines } from "./tmux-lines.js";

/**
 * Carries out a plan, and brings the running servers up to date.
 * @throws HexoError as `applyChanges`
 */
export async function applyTmuxConf(
  { host }: Context,
  { action, changes }: TmuxConfPlan,
): Promise<readonly ServerUpdate[]> {
  // Asked before the file may be deleted: a server names the files that it loaded by their real paths.
  const paths = changes.flatMap(({ path }) => [path, host.realPath(path)]);
  applyChanges(changes);
  return await updateServers(host, paths, action === "install" ? tmuxLines() : undoLines());
}

/** What a person should know of the running servers. */
export function showServers({ print, complain }: Context["output"], servers: readonly ServerUpdate[]): void {
  const updated = servers.filter(({ status }) => status === "updated").length;
  if (updated > 0)
    print(`${updated} running tmux ${updated === 1 ? "server" : "servers"} brought up to date.`);
  for (const { socket, status, message } of servers) {
    if (status === "updated") continue;
    const why = status === "failed" ? `says: ${harmlessText(message ?? "")}` : "does not answer";
    complain(`rk: the tmux server ${harmlessText(socket)} ${why}; it changes when it is started again`);
  }
}
