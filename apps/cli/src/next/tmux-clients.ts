import {
  HexoError,
  isPaneId,
  parseTmuxVariable,
  runTmux,
  servedSockets,
  type TmuxTarget,
  tmuxSockets,
} from "@hexokit/core";
import type { Context } from "../context.js";

/** A terminal that is attached to a tmux server, and what it shows. */
export interface TmuxClient {
  readonly socket: string;
  readonly serverPid: number;
  /** Its tty's path, mostly: unique on its server. */
  readonly name: string;
  readonly sessionId: string;
  readonly paneId: string;
  /** Epoch seconds of its last key. */
  readonly activity: number;
}

const fields = [
  "#{pid}",
  "#{client_control_mode}",
  "#{client_activity}",
  "#{session_id}",
  "#{pane_id}",
  "#{client_name}",
];

/** The terminals at a server; programs in control mode are none. Empty where it does not answer. */
async function listClients(target: TmuxTarget): Promise<readonly TmuxClient[]> {
  const { ok, output } = await runTmux(target, ["list-clients", "-F", fields.join("\t")]);
  if (!ok) return [];
  return output.split("\n").flatMap((line): TmuxClient[] => {
    const [pid, control, activity, sessionId = "", paneId = "", name = ""] = line.split("\t");
    if (name === "" || control === "1") return [];
    const { socket } = target;
    return [{ socket, serverPid: Number(pid), name, sessionId, paneId, activity: Number(activity) }];
  });
}

/**
 * The client of the person who asks: the named one; else, in a pane, the one that shows the pane; in a popup,
 * the one that tmux takes (the popup's own); outside of tmux, the one that was used last. Of several, the
 * one that was used last. Undefined where no terminal is attached.
 *
 * @param preferred servers (by process) to look at first, where no environment says which one
 * @throws HexoError CLIENT_NOT_FOUND when no server has the named one
 */
export async function findClient(
  { host: { environment } }: Context,
  named: string | undefined,
  preferred: ReadonlySet<number>,
): Promise<TmuxClient | undefined> {
  const own = parseTmuxVariable(environment.TMUX);
  const targets =
    own === undefined
      ? [...(await servedSockets(tmuxSockets(environment)))].map((socket) => ({ socket }))
      : [own];
  const clients = (await Promise.all(targets.map(listClients))).flat();
  if (named !== undefined) {
    const found = clients.find(({ name }) => name === named);
    if (found !== undefined) return found;
    throw new HexoError("CLIENT_NOT_FOUND", `No terminal called "${named}" is attached to tmux.`, {
      hint: 'In a key binding, name it --client "#{client_name}"; `tmux list-clients` shows all.',
      fields: { client: named },
    });
  }
  if (own === undefined) {
    const first = clients.filter(({ serverPid }) => preferred.has(serverPid));
    return usedLast(first.length > 0 ? first : clients);
  }
  const showing = clients.filter(({ paneId }) => paneId === environment.TMUX_PANE);
  const candidates = showing.length > 0 ? showing : clients;
  const default_ = await askDefault(own, environment.TMUX_PANE);
  return candidates.find(({ name }) => name === default_) ?? usedLast(candidates);
}

/** tmux orders clients more finely than by the second, and may name one in control mode. */
async function askDefault(target: TmuxTarget, pane: string | undefined): Promise<string> {
  const where = isPaneId(pane) ? ["-t", pane] : [];
  return (await runTmux(target, ["display-message", "-p", ...where, "#{client_name}"])).output.trimEnd();
}

function usedLast(clients: readonly TmuxClient[]): TmuxClient | undefined {
  return [...clients].sort((left, right) => right.activity - left.activity)[0];
}

/**
 * Makes a client show a pane of its server. A session of the client's own that holds the pane's window is kept:
 * sessions of a group stay apart. A zoomed window stays zoomed, on that pane.
 * @returns false when the pane, or the client, is gone
 */
export async function switchClient(client: TmuxClient, paneId: string): Promise<boolean> {
  const { sessionId, name } = client;
  const listed = await runTmux(client, [
    "list-panes",
    "-s",
    "-t",
    sessionId,
    "-F",
    "#{window_id} #{pane_id}",
  ]);
  const window = listed.output
    .split("\n")
    .find((line) => line.endsWith(` ${paneId}`))
    ?.split(" ")[0];
  const target = window === undefined ? paneId : `${sessionId}:${window}.${paneId}`;
  return (await runTmux(client, ["switch-client", "-Z", "-c", name, "-t", target])).ok;
}

/** Shows a line at the bottom of a client for some seconds. The text is a format to tmux, and to strftime. */
export async function showMessage(client: TmuxClient, text: string): Promise<void> {
  const literal = text.replaceAll("#", "##").replaceAll("%", "%%");
  await runTmux(client, ["display-message", "-c", client.name, "-d", "5000", literal]);
}
