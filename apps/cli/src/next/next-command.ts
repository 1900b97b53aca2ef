import { basename } from "node:path";
import { type AgentReading, harmlessText } from "@hexokit/core";
import { loadHarnesses } from "../adapters.js";
import type { Context, Ending } from "../context.js";
import { age, cutToWidth } from "../display.js";
import { askText } from "../list/agent-rows.js";
import { readList, targetOf } from "../list/read-list.js";
import { attachCommand } from "./attach-command.js";
import { findClient, showMessage, switchClient, type TmuxClient } from "./tmux-clients.js";

export interface NextOptions {
  readonly back?: boolean;
  /** The client that pressed the key. */
  readonly client?: string;
}

/**
 * `rk agent next`: makes the person's client show the next agent that waits, the longest waiting first, from the
 * pane it shows onward. A key binding has no terminal to print on: what is to say is shown on the client then.
 * @throws HexoError CLIENT_NOT_FOUND
 */
export async function next(context: Context, options: NextOptions): Promise<Ending> {
  const known = await loadHarnesses(context);
  const { agents, servers } = await readList(context, known);
  const waiting = agents.filter(({ state }) => state === "waiting");
  const preferred = new Set(waiting.map(({ pane }) => pane.serverPid));
  const client = await findClient(context, options.client, preferred);
  const { moved, text } = await goToNext(context, waiting, client, options.back === true);
  const silent = servers
    .filter(({ kind }) => kind === "not-answering")
    .map(({ socket }) => `The tmux server ${socket} does not answer.`);
  const { output } = context;
  const isKey = options.client !== undefined && !output.interactive;
  if (client !== undefined && isKey) {
    if (!moved) await showMessage(client, harmlessText([text, ...silent].join(" ")));
  } else {
    output.print(harmlessText(text));
    for (const line of silent) output.complain(`rk: ${harmlessText(line)}`);
  }
  return "ok";
}

interface Answer {
  readonly moved: boolean;
  readonly text: string;
}

async function goToNext(
  { host }: Context,
  waiting: readonly AgentReading[],
  client: TmuxClient | undefined,
  isBack: boolean,
): Promise<Answer> {
  const isHere = ({ pane }: AgentReading) => pane.serverPid === client?.serverPid;
  const here = waiting.filter(isHere);
  if (client !== undefined) {
    // One that is gone by now is passed over.
    for (const agent of inOrder(here, client.paneId, isBack))
      if (await switchClient(client, agent.pane.paneId)) return { moved: true, text: describe(agent) };
  }
  const [other] = waiting.filter((agent) => !isHere(agent));
  const isShown = here.some(({ pane }) => pane.paneId === client?.paneId);
  const nobody = isShown ? "No other agent waits for you" : "No agent waits for you";
  if (other === undefined) return { moved: false, text: `${nobody}.` };
  const place = client === undefined ? "" : `${nobody} on this tmux server. `;
  const server = `on the tmux server ${basename(other.pane.socket)}`;
  return {
    moved: false,
    text: `${place}${describe(other)} ${server}. To attach to it: ${attachCommand(other.pane, host)}`,
  };
}

/** All but the shown one, in the order of visits. */
function inOrder(
  agents: readonly AgentReading[],
  shownPane: string,
  isBack: boolean,
): readonly AgentReading[] {
  const shown = agents.findIndex(({ pane }) => pane.paneId === shownPane);
  const ring = [...agents.slice(shown + 1), ...agents.slice(0, Math.max(0, shown))];
  return isBack ? ring.reverse() : ring;
}

function describe({ displayName, pane, since, reason, ask }: AgentReading): string {
  const what = [reason, askText(ask)].filter((part) => part !== undefined && part !== "").join(": ");
  const duration = since === 0 ? "" : ` for ${age(since, Date.now())}`;
  // What may follow is more important than the whole of it.
  const brief = what === "" ? "" : ` (${cutToWidth(harmlessText(what), 40)})`;
  return `${displayName} in ${targetOf(pane)} waits${duration}${brief}`;
}
