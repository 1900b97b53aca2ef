import { type AgentReading, type Evidence, harmlessText, type ListedPane } from "@hexokit/core";
import { loadHarnesses } from "../adapters.js";
import type { Context, Ending } from "../context.js";
import { age } from "../display.js";
import { type ExplainJson, toJson } from "../json-output.js";
import { askText } from "./agent-rows.js";
import { choosePane, requirePaneName } from "./find-pane.js";
import { agentJson, readList, targetOf } from "./read-list.js";
import { whyUnknown } from "./why-unknown.js";

export interface ExplainOptions {
  readonly json?: boolean;
  readonly socket?: string;
}

/**
 * `rk agent explain`.
 * @throws HexoError PANE_NOT_FOUND, USAGE (no pane, or several servers have it)
 */
export async function explain(context: Context, name: string, options: ExplainOptions): Promise<Ending> {
  requirePaneName(name);
  const known = await loadHarnesses(context);
  const found = await readList(context, known);
  const pane = choosePane(context, found, name, options.socket);
  const agent = found.agents.find(
    (one) => one.pane.paneId === pane.paneId && one.pane.socket === pane.socket,
  );
  const why = agent === undefined ? undefined : whyUnknown(context, known)(agent);
  const evidence = agent?.evidence ?? evidenceOfNone(pane);
  if (options.json === true) {
    const answer: ExplainJson = {
      version: 1,
      pane: pane.paneId,
      socket: pane.socket,
      target: targetOf(pane),
      agent: agent === undefined ? null : agentJson(agent, why),
      evidence,
    };
    context.output.print(toJson(answer));
  } else show(context, pane, agent, why, evidence);
  return "ok";
}

/** A pane that the list leaves out has no agent's process below it, whatever its options say. */
function evidenceOfNone(pane: ListedPane): readonly Evidence[] {
  const value =
    pane.state === "" ? "no state option" : `state ${pane.state}, session ${pane.agentSession || "–"}`;
  return [
    { kind: "option", text: value },
    { kind: "process", text: `no agent's process runs below process ${pane.panePid} (${pane.command})` },
    {
      kind: "rule",
      text: pane.state === "" ? "no agent" : "no living agent: the value is a dead one's, or inherited",
    },
  ];
}

function show(
  { output }: Context,
  pane: ListedPane,
  agent: AgentReading | undefined,
  why: string | undefined,
  evidence: readonly Evidence[],
): void {
  const place = `${pane.paneId} (${harmlessText(targetOf(pane))}) of ${harmlessText(pane.socket)}`;
  output.print(
    output.style("bold", agent === undefined ? `No agent in ${place}` : `${agent.displayName} in ${place}`),
  );
  for (const [name, value] of agent === undefined ? [] : factsOf(agent, why)) {
    output.print(`  ${name.padEnd(9)}${harmlessText(value)}`);
  }
  output.print("\nEvidence, in the order looked at; the rule decided");
  for (const { kind, text } of evidence) {
    const line = `  ${kind.padEnd(9)}${harmlessText(text)}`;
    output.print(kind === "rule" ? output.style("bold", line) : line);
  }
}

function factsOf(
  agent: AgentReading,
  why: string | undefined,
): readonly (readonly [name: string, value: string])[] {
  const { state, since, reason, session, provider, pid, ask } = agent;
  const duration = since === 0 ? "" : `, for ${age(since, Date.now())}`;
  const facts: [string, string | undefined][] = [
    ["state", `${state}${reason === undefined ? "" : ` (${reason})`}${duration}`],
    ["why", why],
    ["session", session === undefined ? undefined : `${provider}:${session}`],
    ["process", pid === undefined ? undefined : String(pid)],
    ["asks", ask === undefined ? undefined : askText(ask)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}
