import { basename } from "node:path";
import { type AgentList, HexoError, type ListedPane } from "@hexokit/core";
import type { Context } from "../context.js";
import { targetOf } from "./read-list.js";

/**
 * @throws HexoError USAGE when a text cannot name a pane
 */
export function requirePaneName(name: string): void {
  if (/^%\d+$/.test(name) || /^.+:\d+\.\d+$/.test(name)) return;
  throw new HexoError("USAGE", `"${name}" names no pane.`, {
    hint: "Name it like %5, or like main:0.1 (session:window.pane).",
  });
}

/**
 * A pane on the named server, else on the one we run in, else on the only one that has it.
 * @throws HexoError PANE_NOT_FOUND, USAGE (several servers have it)
 */
export function choosePane(
  { host }: Context,
  { servers }: AgentList,
  name: string,
  socket: string | undefined,
): ListedPane {
  const live = servers.flatMap((server) => (server.kind === "live" ? server.panes : []));
  const named = live.filter((pane) => pane.paneId === name || targetOf(pane) === name);
  const onSocket = named.filter(
    (pane) => socket === undefined || pane.socket === socket || basename(pane.socket) === socket,
  );
  const own = onSocket.filter((pane) => pane.socket === host.environment.TMUX?.replace(/,[^,]*,[^,]*$/, ""));
  const [pane, ...others] = own.length > 0 ? own : onSocket;
  if (pane === undefined) {
    const silent = servers.filter(({ kind }) => kind === "not-answering").map((server) => server.socket);
    const hint = silent.length > 0 ? ` These tmux servers do not answer: ${silent.join(", ")}.` : "";
    throw new HexoError("PANE_NOT_FOUND", `No tmux server of yours has the pane ${name}.`, {
      hint: `\`rk agent list\` shows the panes with agents; \`tmux list-panes -a\` all of them.${hint}`,
      fields: { pane: name },
    });
  }
  if (others.length > 0) {
    const sockets = [pane, ...others].map((one) => one.socket).join(", ");
    throw new HexoError("USAGE", `Several tmux servers have the pane ${name}: ${sockets}.`, {
      hint: "Choose one with --socket.",
    });
  }
  return pane;
}
