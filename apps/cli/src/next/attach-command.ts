import { basename, dirname } from "node:path";
import type { HostEnvironment, ListedPane } from "@hexokit/core";

function quoted(text: string): string {
  return /^[A-Za-z0-9/._+@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The shell command that shows a pane in a terminal that is not in tmux. By the pane's id: it needs no quoting. */
export function attachCommand({ socket, paneId }: ListedPane, { environment }: HostEnvironment): string {
  const folder = `${environment.TMUX_TMPDIR || "/tmp"}/tmux-${process.getuid?.() ?? 0}`;
  const name = basename(socket);
  if (dirname(socket) !== folder) return `tmux -S ${quoted(socket)} attach -t ${paneId}`;
  return name === "default" ? `tmux attach -t ${paneId}` : `tmux -L ${quoted(name)} attach -t ${paneId}`;
}
