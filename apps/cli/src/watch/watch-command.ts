import { type AgentReading, type Transition, Transitions, watchAgents } from "@hexokit/core";
import { loadHarnesses } from "../adapters.js";
import type { Context, Ending } from "../context.js";
import { type TransitionJson, toJson } from "../json-output.js";
import { agentJson, readList } from "../list/read-list.js";
import { whyUnknown } from "../list/why-unknown.js";

export interface WatchOptions {
  readonly json?: boolean;
}

/**
 * `rk agent watch`: a live table on a terminal; else, and with `--json`, one line of JSON for each change. Ends at
 * SIGINT, SIGTERM, or when nobody reads its output any more.
 */
export async function watch(context: Context, { json }: WatchOptions): Promise<Ending> {
  const known = await loadHarnesses(context);
  for (const { code, message } of known.problems) context.output.complain(`rk: ${code}: ${message}`);
  const stop = new AbortController();
  const lists = watchAgents(() => readList(context, known), stop.signal);
  const why = whyUnknown(context, known);
  const end = (): void => stop.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  process.stdout.once("error", end);
  if (json !== true && context.output.interactive && context.host.environment.TERM !== "dumb") {
    const { showScreen } = await import("./agent-screen.js");
    return await showScreen(context, lists, why, { stop: end, picks: false });
  }
  const transitions = new Transitions();
  for await (const list of lists) {
    for (const transition of transitions.update(list))
      context.output.print(toJson(transitionJson(transition, why)));
  }
  return "ok";
}

function transitionJson(
  { kind, agent, previous }: Transition,
  why: (agent: AgentReading) => string | undefined,
): TransitionJson {
  return {
    version: 1,
    atMilliseconds: Date.now(),
    kind,
    agent: agentJson(agent, why(agent)),
    previous:
      previous === undefined
        ? null
        : {
            state: previous.state,
            reason: previous.reason ?? null,
            session: previous.session ?? null,
          },
    rule: agent.evidence.findLast((one) => one.kind === "rule")?.text ?? null,
  };
}
