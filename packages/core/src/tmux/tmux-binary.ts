import { accessSync, constants } from "node:fs";

/**
 * The program to talk to a running server with: the server's own, since a tmux client of up to 3.5 cannot
 * talk to a server from 3.6 on (`server exited unexpectedly`), and PATH may hold another one or none.
 * Without `/proc`, or when the program is not ours to run: `tmux` from PATH.
 */
export function tmuxBinary(serverPid: number | undefined): string {
  if (serverPid !== undefined) {
    const own = `/proc/${serverPid}/exe`;
    try {
      accessSync(own, constants.X_OK);
      return own;
    } catch {
      // macOS, or another user's server.
    }
  }
  return "tmux";
}
