import { chmodSync } from "node:fs";
import { join } from "node:path";
import { program, type Sandbox, until } from "./sandbox.js";

/** A terminal that is attached to the sandbox's tmux server: in a pane of another tmux server, `outer`. */
export interface AttachedClient {
  /** As tmux names it. */
  readonly name: string;
  /** What it shows: `session id, pane id`. */
  shows(): { readonly session: string; readonly pane: string };
  screen(): string;
  see(text: string | RegExp): Promise<string>;
  showsPane(pane: string): Promise<void>;
  type(...keys: readonly string[]): void;
}

/** Makes `rk` a command that the sandbox's shells and key bindings find. */
export function putOnPath(sandbox: Sandbox): void {
  const path = join(sandbox.bin, "rk");
  sandbox.write(path, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(path, 0o755);
}

/** Attaches a terminal to a session; `closeClients` ends them all. */
export async function attachClient(sandbox: Sandbox, session: string): Promise<AttachedClient> {
  const outer = (...words: readonly string[]) => sandbox.tmux("-L", "outer", ...words);
  const clients = () => sandbox.tmux("list-clients", "-F", "#{client_name}").split("\n");
  const before = new Set(clients());
  const command = `unset TMUX TMUX_PANE; exec tmux -u -L sandbox attach -t '${session}'`;
  const isFirst = !hasOuter(sandbox);
  const start = isFirst ? ["new-session", "-d", "-x", "150", "-y", "30"] : ["new-window", "-d"];
  const window = outer(...start, "-P", "-F", "#{window_id}", command);
  const name = await until("the client", () => clients().find((one) => one !== "" && !before.has(one)));
  const shows = () => {
    const list = sandbox.tmux("list-clients", "-F", "#{client_name} #{session_id} #{pane_id}").split("\n");
    const [, id = "", pane = ""] = list.find((line) => line.startsWith(`${name} `))?.split(" ") ?? [];
    return { session: id, pane };
  };
  const screen = () => outer("capture-pane", "-e", "-p", "-t", window);
  return {
    name,
    shows,
    screen,
    see: (text) =>
      until(
        `"${text}" on ${name}`,
        () => {
          const shown = screen();
          return (typeof text === "string" ? shown.includes(text) : text.test(shown)) ? shown : undefined;
        },
        20,
      ),
    async showsPane(pane) {
      await until(`${pane} on ${name}`, () => (shows().pane === pane ? true : undefined), 20);
    },
    type: (...keys) => void outer("send-keys", "-t", window, ...keys),
  };
}

function hasOuter(sandbox: Sandbox): boolean {
  try {
    sandbox.tmux("-L", "outer", "list-sessions");
    return true;
  } catch {
    return false;
  }
}

export function closeClients(sandbox: Sandbox): void {
  try {
    sandbox.tmux("-L", "outer", "kill-server");
  } catch {
    // The test attached none.
  }
}
