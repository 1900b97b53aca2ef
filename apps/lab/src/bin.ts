import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { Command } from "commander";
import { type CachedHarness, cacheHarness } from "./harness-cache.js";
import { harnesses } from "./harnesses.js";
import { type ChosenHarness, chooseHarnesses } from "./run/choose-harnesses.js";
import { writePayloads, writeVerification } from "./run/record.js";
import { closingLines, count, describeResult, summary } from "./run/report.js";
import { runScenarios, type ScenarioResult } from "./run/run-scenarios.js";
import { requireScenarios, selectScenarios } from "./run/select-scenarios.js";
import { hideTmux } from "./sandbox/hide-tmux.js";
import { isolateNetwork } from "./sandbox/network.js";
import { closeAllLabs } from "./scenario/lab.js";
import { requireProduct } from "./scenario/rk.js";

interface Options {
  readonly scenario: readonly string[];
  readonly all?: true;
  readonly ci?: true;
  readonly record?: true;
  readonly list?: true;
  readonly jobs: string;
}

/** Set for the run that sees loopback alone: `loopback` or `open`, and what was installed, as JSON. */
const networkVariable = "HEXOKIT_LAB_NETWORK";
const installedVariable = "HEXOKIT_LAB_INSTALLED";

const program = new Command("lab")
  .description("Drives real agent CLIs in tmux, in temporary homes, against a model server on loopback.")
  .argument(
    "[harness...]",
    "harnesses, also as name@version; all of them in their newest version when absent",
  )
  .option("--scenario <name...>", "only these scenarios", [])
  .option("--all", "every scenario; writes docs/verification")
  .option("--ci", "only the most telling scenarios of each harness")
  .option("--record", "write the payloads to fixtures")
  .option("--list", "print the scenarios' names and end")
  .option("--jobs <number>", "scenarios at a time", String(Math.min(2, availableParallelism())))
  .action(main);

async function main(names: readonly string[], options: Options): Promise<void> {
  const chosen = chooseHarnesses(harnesses, names);
  if (options.list) {
    for (const { scenarios } of chosen) {
      for (const { name, ci, about } of scenarios) console.log(`${ci ? "ci " : "   "}${name}: ${about}`);
    }
    return;
  }
  const everyScenario = chosen.flatMap(({ scenarios }) => scenarios);
  requireScenarios(everyScenario, options.scenario);
  requireProduct();
  if (process.env[networkVariable] === undefined) {
    process.exitCode = runIsolated(await install(chosen));
    return;
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void closeAllLabs().finally(() => process.exit(130)));
  }
  const installed: readonly CachedHarness[] = JSON.parse(process.env[installedVariable] ?? "[]");
  const results: ScenarioResult[] = [];
  for (const [index, harness] of chosen.entries()) {
    const cached = installed[index];
    if (cached !== undefined) results.push(...(await runHarness(harness, cached, options)));
  }
  const totals = count(results);
  console.log(`\n${summary(results)}\n\n${closingLines(totals)}`);
  process.exitCode = totals.wrong === 0 && totals.right > 0 ? 0 : 1;
}

/** Installs with the caller's network and npm settings, before the network is taken away. */
async function install(chosen: readonly ChosenHarness[]): Promise<readonly CachedHarness[]> {
  const installed: CachedHarness[] = [];
  for (const { driver, version } of chosen) {
    const { package: name, companions, node } = driver;
    const more = { ...(companions && { companions }), ...(node && { node }) };
    installed.push(await cacheHarness({ package: name, version, ...more, progress: console.log }));
  }
  return installed;
}

async function runHarness(
  { driver, scenarios: all }: ChosenHarness,
  harness: CachedHarness,
  options: Options,
): Promise<readonly ScenarioResult[]> {
  const { version } = harness;
  const scenarios = selectScenarios(all, { names: options.scenario, ci: options.ci === true });
  console.log(
    `${driver.adapter.displayName} ${version}: ${scenarios.length} scenarios, ${options.jobs} at a time`,
  );
  const results = await runScenarios(driver, harness, scenarios, Number(options.jobs), (result) => {
    console.log(describeResult(result));
  });
  const isolated = process.env[networkVariable] === "loopback";
  if (options.all && options.scenario.length === 0)
    console.log(`wrote ${writeVerification(driver, version, results, isolated)}`);
  if (options.record) console.log(`wrote ${writePayloads(driver, version, results)}`);
  return results;
}

/** Runs this program again where only the loopback device is, and no tmux server of the user's. */
function runIsolated(installed: readonly CachedHarness[]): number {
  const { prefix, isolated, note } = isolateNetwork();
  const tmux = hideTmux(prefix);
  console.log(`${note} ${tmux.note}`);
  const parts = [...prefix, ...tmux.prefix, process.execPath, ...process.argv.slice(1)];
  const [command = "", ...parameters] = parts;
  const network = isolated ? "loopback" : "open";
  try {
    const run = spawnSync(command, parameters, {
      stdio: "inherit",
      env: { ...process.env, [networkVariable]: network, [installedVariable]: JSON.stringify(installed) },
    });
    return run.status ?? 1;
  } finally {
    tmux.remove();
  }
}

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
