import type { CachedHarness } from "../harness-cache.js";
import { scrub } from "../sandbox/sandbox.js";
import { NeverSeen } from "../scenario/agent-pane.js";
import type { Cell } from "../scenario/cell.js";
import type { HarnessDriver } from "../scenario/harness-driver.js";
import { Lab } from "../scenario/lab.js";
import type { RecordedHook } from "../scenario/recorder.js";
import type { Scenario } from "../scenario/scenario.js";

export interface ScenarioResult {
  readonly scenario: Scenario;
  readonly cells: readonly Cell[];
  readonly seconds: number;
  /** Payloads without anything that is particular to this run's folders. */
  readonly hooks: readonly RecordedHook[];
}

/** Runs scenarios, so many at a time, each in a world of its own. */
export async function runScenarios(
  driver: HarnessDriver,
  harness: CachedHarness,
  scenarios: readonly Scenario[],
  jobs: number,
  finished: (result: ScenarioResult) => void,
): Promise<readonly ScenarioResult[]> {
  const queue = [...scenarios];
  const results: ScenarioResult[] = [];
  const worker = async () => {
    for (let scenario = queue.shift(); scenario !== undefined; scenario = queue.shift()) {
      const result = await runScenario(driver, harness, scenario);
      results.push(result);
      finished(result);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return scenarios.flatMap((scenario) => results.filter((result) => result.scenario === scenario));
}

async function runScenario(
  driver: HarnessDriver,
  harness: CachedHarness,
  scenario: Scenario,
): Promise<ScenarioResult> {
  const started = Date.now();
  const seconds = () => (Date.now() - started) / 1000;
  const options = { scenario: scenario.name, harness, bare: scenario.bare ?? false };
  let lab: Lab;
  try {
    lab = await Lab.open(driver, options);
  } catch (error) {
    return { scenario, cells: [failure(scenario.name, error as Error)], seconds: seconds(), hooks: [] };
  }
  try {
    await scenario.run(lab);
    await lab.settle();
  } catch (error) {
    if (!(error instanceof NeverSeen)) lab.cells.push(failure(scenario.name, error as Error));
  }
  const hooks = lab
    .recorded()
    .map((hook) => ({ ...hook, payload: JSON.parse(scrub(lab.sandbox, JSON.stringify(hook.payload))) }));
  await lab.close();
  return { scenario, cells: lab.cells.map((cell) => checkGap(driver, cell)), seconds: seconds(), hooks };
}

/** The scenario itself broke: that is a wrong cell, too. */
function failure(scenario: string, { message, stack }: Error): Cell {
  const step = "the scenario itself";
  return {
    scenario,
    step,
    gap: undefined,
    after: undefined,
    verdict: "wrong",
    problems: [message],
    evidence: stack,
  };
}

/** A gap counts only when the adapter declares it, with the fact it rests on. */
function checkGap(driver: HarnessDriver, cell: Cell): Cell {
  if (cell.gap === undefined || driver.adapter.capabilities.gaps.some(({ id }) => id === cell.gap))
    return cell;
  return {
    ...cell,
    verdict: "wrong",
    problems: [`the adapter declares no gap ${cell.gap}`, ...cell.problems],
  };
}
