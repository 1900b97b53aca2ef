import { readdirSync, realpathSync, statSync } from "node:fs";
import { paneOption } from "../pane-options/pane-options.js";
import { runTmux } from "../tmux/run-tmux.js";
import { servedSockets } from "../tmux/served-sockets.js";
import { parseTmuxVariable } from "../tmux/tmux-address.js";

/** One pane as a server lists it. */
export interface ListedPane {
  readonly socket: string;
  readonly serverPid: number;
  readonly paneId: string;
  readonly panePid: number;
  readonly windowId: string;
  readonly sessionName: string;
  readonly windowIndex: number;
  readonly paneIndex: number;
  readonly windowName: string;
  readonly command: string;
  readonly path: string;
  readonly title: string;
  /** Raw option texts; empty when unset. They may be inherited from a session or the server. */
  readonly state: string;
  readonly agentSession: string;
  readonly reason: string;
}

export type ServerReading =
  | {
      readonly kind: "live";
      readonly socket: string;
      readonly version: string;
      readonly panes: readonly ListedPane[];
    }
  /** A socket that nobody serves, or that is another user's: skipped quietly. */
  | { readonly kind: "skipped"; readonly socket: string; readonly why: string }
  /** It did not answer in time: what runs there is unknown. */
  | { readonly kind: "not-answering"; readonly socket: string };

const separator = "\t";

// Free texts stand last: a tab in a title then belongs to the title.
const fields = [
  "#{pane_id}",
  "#{pane_pid}",
  "#{pid}",
  "#{version}",
  "#{pane_dead}",
  "#{window_id}",
  "#{window_index}",
  "#{pane_index}",
  `#{${paneOption.state}}`,
  `#{${paneOption.session}}`,
  `#{${paneOption.reason}}`,
  "#{pane_current_command}",
  "#{session_name}",
  "#{window_name}",
  "#{pane_current_path}",
  "#{pane_title}",
] as const;

function parsePane(
  socket: string,
  line: string,
): (ListedPane & { version: string; dead: boolean }) | undefined {
  const parts = line.split(separator);
  if (parts.length < fields.length || !/^%[0-9]+$/.test(parts[0] ?? "")) return undefined;
  const [paneId, panePid, serverPid, version, dead, windowId, windowIndex, paneIndex, ...texts] = parts as [
    string,
    ...string[],
  ];
  const [state, agentSession, reason, command, sessionName, windowName, path, ...title] = texts as [
    string,
    ...string[],
  ];
  return {
    socket,
    serverPid: Number(serverPid),
    paneId,
    panePid: Number(panePid),
    windowId: windowId ?? "",
    windowIndex: Number(windowIndex),
    paneIndex: Number(paneIndex),
    version: version ?? "",
    dead: dead === "1",
    state,
    agentSession: agentSession ?? "",
    reason: reason ?? "",
    command: command ?? "",
    sessionName: sessionName ?? "",
    windowName: windowName ?? "",
    path: path ?? "",
    title: title.join(separator),
  };
}

/** Reads one server; bounded by the tmux time-out. Dead panes are left out, linked ones counted once. */
export async function readServer(socket: string): Promise<ServerReading> {
  const listed = await runTmux({ socket }, ["list-panes", "-a", "-F", fields.join(separator)]);
  if (listed.timedOut) return { kind: "not-answering", socket };
  const isRefused = listed.ok && listed.output === "" && listed.error !== "";
  if (!listed.ok || isRefused) return { kind: "skipped", socket, why: listed.error.trim() };
  const panes = new Map<string, ListedPane>();
  let version = "";
  for (const line of listed.output.split("\n")) {
    const pane = parsePane(socket, line);
    if (pane === undefined) continue;
    version = pane.version;
    if (!pane.dead && !panes.has(pane.paneId)) panes.set(pane.paneId, pane);
  }
  return { kind: "live", socket, version, panes: [...panes.values()] };
}

function isSocket(path: string): boolean {
  try {
    return statSync(path).isSocket();
  } catch {
    return false;
  }
}

/** Every tmux socket of this user: the default folder's, and the one we run in. */
export function tmuxSockets(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const uid = process.getuid?.() ?? 0;
  const folders = new Set(
    [environment.TMUX_TMPDIR || "/tmp", "/tmp"].map((folder) => `${folder}/tmux-${uid}`),
  );
  const sockets = new Map<string, string>();
  const add = (path: string): void => {
    if (!isSocket(path)) return;
    const real = realpathSync(path);
    if (!sockets.has(real)) sockets.set(real, path);
  };
  for (const folder of folders) {
    try {
      for (const name of readdirSync(folder).sort()) add(`${folder}/${name}`);
    } catch {
      // No such folder: no server was ever started there.
    }
  }
  const own = parseTmuxVariable(environment.TMUX);
  if (own !== undefined) add(own.socket);
  return [...sockets.values()];
}

/** Reads every server of the user side by side. */
export async function readServers(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly ServerReading[]> {
  const sockets = tmuxSockets(environment);
  const served = await servedSockets(sockets);
  return await Promise.all(
    sockets.map((socket) =>
      served.has(socket)
        ? readServer(socket)
        : ({ kind: "skipped", socket, why: "no server running" } as const),
    ),
  );
}
