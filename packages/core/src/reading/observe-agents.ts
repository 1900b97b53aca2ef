import type { HarnessAdapter } from "../contract/harness-adapter.js";
import type { RuntimeHost } from "../contract/host.js";
import type { Observation, ObserveTarget } from "../contract/observation.js";
import type { ProcessSource } from "../process/process-source.js";
import { situationOf } from "../reduce/reduce.js";
import { type PaneCase, sessionOf } from "./pane-case.js";

/** What a harness has not said by then (ms, for all of its agents), it has not said. */
const observeTimeout = 300;

/** Undefined after a while. */
export async function silence(): Promise<undefined> {
  return await new Promise((resolve) => {
    setTimeout(() => resolve(undefined), observeTimeout).unref();
  });
}

/** Asks each harness once for all of its agents; a harness that fails has said nothing. */
export async function observeAll(
  cases: readonly PaneCase[],
  adapters: readonly HarnessAdapter[],
  host: RuntimeHost,
  processes: ProcessSource,
): Promise<ReadonlyMap<string, readonly Observation[]>> {
  const answers = await Promise.all(
    adapters.map(async (adapter) => {
      const batch = cases.flatMap((one, index): ObserveTarget[] =>
        one.agent?.adapter.id === adapter.id
          ? [
              {
                target: String(index),
                agent: one.agent.process,
                startedAt: processes.startedAt(one.agent.process.startTime),
                session: sessionOf(one),
                ...rememberedOf(one),
              },
            ]
          : [],
      );
      if (batch.length === 0 || adapter.observe === undefined) return [];
      try {
        return (await Promise.race([adapter.observe(batch, host), silence()])) ?? [];
      } catch {
        return [];
      }
    }),
  );
  return group(answers.flat());
}

function group(observations: readonly Observation[]): ReadonlyMap<string, readonly Observation[]> {
  const groups = new Map<string, Observation[]>();
  for (const one of observations) groups.set(one.target, [...(groups.get(one.target) ?? []), one]);
  return groups;
}

/** Only the memory knows whose an ask is, and which children run. */
function rememberedOf({ liveness, trace, memory }: PaneCase): Pick<ObserveTarget, "asks" | "children"> {
  if (!liveness.alive || trace.source !== "memory" || memory === undefined) return {};
  const { asks, children } = situationOf(memory);
  return { asks, children };
}
