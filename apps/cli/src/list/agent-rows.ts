import { basename } from "node:path";
import type { AgentReading, ServerReading } from "@hexokit/core";
import type { Context } from "../context.js";
import { age, type Cell, shortPath } from "../display.js";
import { targetOf } from "./read-list.js";

const glyphs = { waiting: "◆", active: "●", idle: "○", unknown: "?" } as const;
const colors = { waiting: ["yellow", "bold"], active: "green", idle: "dim", unknown: "magenta" } as const;

/** The first block of an id like a UUID is enough to tell a person's sessions apart. */
export function shortSession(session: string | undefined): string {
  return session === undefined ? "–" : session.slice(0, 8);
}

/** What is asked, as people read it: `Bash: rm -rf x`; empty when nothing is known of it. */
export function askText(ask: AgentReading["ask"]): string {
  return [ask?.tool, ask?.text].filter((part) => part !== undefined && part !== "").join(": ");
}

/** Why its state is unknown, or why it waits and what it asks. */
export function whatOf(agent: AgentReading, why: string | undefined): string {
  return [agent.reason, askText(agent.ask), why]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
}

/** One row for each agent, as every table of agents shows it. */
export function agentRows(
  { output, host }: Context,
  agents: readonly AgentReading[],
  servers: readonly ServerReading[],
  why: (agent: AgentReading) => string | undefined,
  now: number,
): readonly (readonly Cell[])[] {
  // With one server there is nothing to tell apart.
  const hasServers = servers.filter(({ kind }) => kind === "live").length > 1;
  return agents.map((agent) => [
    {
      text: `${glyphs[agent.state]} ${agent.state}`,
      paint: (text) => output.style([...[colors[agent.state]].flat()], text),
    },
    { text: age(agent.since, now) },
    { text: agent.displayName },
    { text: shortSession(agent.session) },
    ...(hasServers ? [{ text: basename(agent.pane.socket) }] : []),
    { text: targetOf(agent.pane) },
    { text: shortPath(agent.pane.path, host.home) },
    { text: whatOf(agent, why(agent)), paint: (text) => output.style("dim", text) },
  ]);
}
