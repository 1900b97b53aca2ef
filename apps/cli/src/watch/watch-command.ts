import { type AgentReading, type Transition, Transitions } from "@hexokit/core";
import { loadHarnesses } from "../adapters.js";
import type { Context, Ending } from "../context.js";
import { type TransitionJson, toJson } from "../json-output.js";
import { agentJson } from "../list/read-list.js";
import { whyUnknown } from "../list/why-unknown.js";
import { openWatch } from "./open-watch.js";

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
  const { lists, stop } = openWatch(context, known);
  const why = whyUnknown(context, known);
  process.stdout.once("error", stop);
  if (json !== true && context.output.interactive && context.host.environment.TERM !== "dumb") {
    const { showScreen } = await import("./agent-screen.js");
    return await showScreen(context, lists, why, { stop, picks: false });
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
