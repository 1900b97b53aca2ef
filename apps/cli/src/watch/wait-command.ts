import { type AgentList, type AgentReading, type AgentState, HexoError, isSameAgent } from "@hexokit/core";
import { loadHarnesses } from "../adapters.js";
import type { Context, Ending } from "../context.js";
import { toJson, type WaitJson } from "../json-output.js";
import { choosePane, requirePaneName } from "../list/find-pane.js";
import { agentJson } from "../list/read-list.js";
import { openWatch } from "./open-watch.js";

export interface WaitOptions {
  readonly until: string;
  readonly timeout?: string;
  readonly afterActive?: boolean;
  readonly socket?: string;
  readonly json?: boolean;
}

const states: readonly AgentState[] = ["active", "waiting", "idle"];

/** @throws HexoError USAGE */
function parseStates(text: string): ReadonlySet<string> {
  const words = text.split(",");
  const odd = words.find((word) => !states.some((state) => state === word));
  if (odd === undefined) return new Set(words);
  throw new HexoError("USAGE", `"${odd}" is no state.`, { hint: `States: ${states.join(", ")}.` });
}

/** @throws HexoError USAGE */
function parseSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,7}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  throw new HexoError("USAGE", `"${text}" is no number of seconds.`, { hint: "For example --timeout 300." });
}

/** How a wait ends; undefined: it goes on. */
type Verdict = { readonly result: WaitJson["result"]; readonly agent: AgentReading | undefined } | undefined;

/**
 * `rk agent wait`: ends with 0 when the agent in the pane is in one of the states, with 1 when the time is up
 * or the agent is gone. Reads after it has begun to listen, so no change is missed.
 * @throws HexoError PANE_NOT_FOUND, USAGE
 */
export async function wait(context: Context, name: string, options: WaitOptions): Promise<Ending> {
  requirePaneName(name);
  const wanted = parseStates(options.until);
  const timeout = parseSeconds(options.timeout);
  const known = await loadHarnesses(context);
  const { lists, stop, signal } = openWatch(context, known);
  const timer = timeout === undefined ? undefined : setTimeout(stop, timeout);
  let agent: AgentReading | undefined;
  let hasWorked = options.afterActive !== true;
  const judge = (list: AgentList): Verdict => {
    const found = agent === undefined ? agentOf(context, list, name, options.socket) : agentIn(list, agent);
    if (found === undefined) return isSilent(list, agent) ? undefined : { result: "gone", agent };
    agent = found;
    if (hasWorked && wanted.has(found.state)) return { result: "reached", agent };
    if (found.state === "active" || found.state === "waiting") hasWorked = true;
    return undefined;
  };
  let verdict: Verdict;
  try {
    for await (const list of lists) {
      verdict = judge(list);
      if (verdict !== undefined) break;
    }
  } finally {
    clearTimeout(timer);
  }
  const received = signal();
  if (received !== undefined) process.kill(process.pid, received);
  return tell(context, verdict ?? { result: "timeout", agent }, options);
}

/** @throws HexoError PANE_NOT_FOUND, USAGE */
function agentOf(
  context: Context,
  list: AgentList,
  name: string,
  socket: string | undefined,
): AgentReading | undefined {
  const pane = choosePane(context, list, name, socket);
  return list.agents.find((one) => one.pane.paneId === pane.paneId && one.pane.socket === pane.socket);
}

/** The same process in the same pane, wherever that has been moved to. */
function agentIn({ agents }: AgentList, agent: AgentReading): AgentReading | undefined {
  return agents.find((one) => isSameAgent(one, agent));
}

/** A server that does not answer has not said that the agent is gone. */
function isSilent({ servers }: AgentList, agent: AgentReading | undefined): boolean {
  return servers.some(({ kind, socket }) => kind === "not-answering" && socket === agent?.pane.socket);
}

function tell({ output }: Context, verdict: NonNullable<Verdict>, { json }: WaitOptions): Ending {
  const { result, agent } = verdict;
  if (json === true) {
    const answer: WaitJson = {
      version: 1,
      result,
      agent: agent === undefined ? null : agentJson(agent, undefined),
    };
    output.print(toJson(answer));
  } else output.print(result === "reached" ? (agent?.state ?? result) : result);
  return result === "reached" ? "ok" : "failed";
}
