import {
  type AgentList,
  type AgentReading,
  HexoError,
  isSupportedTmux,
  machineDirectory,
  type UnplacedSession,
} from "@hexokit/core";
import { loadHarnesses } from "../adapters.js";
import type { Context, Ending } from "../context.js";
import { age, type Cell, table } from "../display.js";
import { findOnPath } from "../find-on-path.js";
import { type ListJson, toJson } from "../json-output.js";
import { describeMemoryProblem } from "../memory-problem.js";
import { agentRows, shortSession } from "./agent-rows.js";
import { agentJson, readList } from "./read-list.js";
import { whyUnknown } from "./why-unknown.js";

/**
 * `rk agent list`.
 * @throws HexoError TMUX_UNAVAILABLE when there is no tmux program
 */
export async function list(context: Context, { json }: { readonly json?: boolean }): Promise<Ending> {
  const known = await loadHarnesses(context);
  const found = await readList(context, known);
  if (!found.servers.some(({ kind }) => kind === "live")) requireTmux(context);
  const why = whyUnknown(context, known);
  for (const { code, message } of known.problems) context.output.complain(`rk: ${code}: ${message}`);
  if (json === true) context.output.print(toJson(listJson(found, why)));
  else showList(context, found, why);
  return "ok";
}

function requireTmux({ host }: Context): void {
  if (findOnPath("tmux", host.environment.PATH) !== undefined) return;
  throw new HexoError("TMUX_UNAVAILABLE", "tmux is not on PATH, so no pane can be read.", {
    hint: "Install tmux 3.2 or later.",
  });
}

function listJson(
  { agents, unplaced, servers, memoryProblem }: AgentList,
  why: (agent: AgentReading) => string | undefined,
): ListJson {
  return {
    version: 1,
    agents: agents.map((agent) => agentJson(agent, why(agent))),
    unplaced: unplaced.map(({ provider, session, pid, state, at, reason, why: detail }) => {
      const seconds = Math.floor(at / 1000);
      return { provider, session, pid, state: state ?? null, at: seconds, reason, why: detail ?? null };
    }),
    servers: servers.map((server) => ({
      socket: server.socket,
      status: server.kind,
      tmuxVersion: server.kind === "live" ? server.version : null,
      panes: server.kind === "live" ? server.panes.length : 0,
    })),
    memoryProblem: memoryProblem ?? null,
  };
}

function showList(
  context: Context,
  found: AgentList,
  why: (agent: AgentReading) => string | undefined,
): void {
  const { output } = context;
  const { agents, unplaced, servers, memoryProblem } = found;
  const now = Date.now();
  const live = servers.filter((server) => server.kind === "live");
  const rows = agentRows(context, agents, servers, why, now);
  for (const line of table(rows, output.columns)) output.print(line);
  if (agents.length === 0)
    output.print(
      live.length === 0 ? "No tmux server of yours is running." : "No agent runs in any tmux pane.",
    );
  if (unplaced.length > 0) {
    output.print("\nWithout a pane:");
    const lines = unplaced.map((one) => unplacedRow(one, now));
    for (const line of table(lines, output.columns)) output.print(`  ${line}`);
  }
  for (const server of servers) {
    if (server.kind === "not-answering")
      output.complain(
        `rk: the tmux server ${shown(server.socket)} does not answer: its panes are not in the list`,
      );
    if (server.kind === "live" && !isSupportedTmux(server.version)) {
      output.complain(
        `rk: the tmux server ${shown(server.socket)} is ${shown(server.version)}: hooks do nothing below tmux 3.2`,
      );
    }
  }
  if (memoryProblem !== undefined) {
    output.complain(
      `rk: no memory: ${describeMemoryProblem(machineDirectory().path, memoryProblem)}; states are what the last event said`,
    );
  }
}

function shown(text: string): string {
  return table([[{ text }]], undefined).join("");
}

const unplacedReasons = {
  daemon: "runs in a daemon of its harness, and its pane could not be told",
  "not-below-tmux": "not started below a tmux server (container, ssh, detached)",
  "no-pane": "below tmux, but in no pane of its (popup, job)",
} as const;

function unplacedRow({ provider, session, state, at, reason, why }: UnplacedSession, now: number): Cell[] {
  const texts = [
    state ?? "unknown",
    age(Math.floor(at / 1000), now),
    provider,
    shortSession(session),
    why === undefined ? unplacedReasons[reason] : `${unplacedReasons[reason]}: ${why}`,
  ];
  return texts.map((text) => ({ text }));
}
