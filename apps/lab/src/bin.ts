import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { Command } from "commander";
import { claudeDriver } from "./claude/claude-driver.js";
import { cacheHarness } from "./harness-cache.js";
import { writePayloads, writeVerification } from "./run/record.js";
import { closingLines, count, describeResult, summary } from "./run/report.js";
import { runScenarios, type ScenarioResult } from "./run/run-scenarios.js";
import { selectScenarios } from "./run/select-scenarios.js";
import { isolateNetwork } from "./sandbox/network.js";
import type { HarnessDriver } from "./scenario/harness-driver.js";
import { closeAllLabs } from "./scenario/lab.js";
import { requireProduct } from "./scenario/rk.js";
import type { Scenario } from "./scenario/scenario.js";
import { claudeScenarios } from "./scenarios/claude/index.js";

const harnesses: readonly { readonly driver: HarnessDriver; readonly scenarios: readonly Scenario[] }[] = [
  { driver: claudeDriver, scenarios: claudeScenarios },
];

interface Options {
  readonly scenario: readonly string[];
  readonly all?: true;
  readonly ci?: true;
  readonly record?: true;
  readonly list?: true;
  readonly version: string;
  readonly jobs: string;
}

/** Set for the run that sees loopback alone: `loopback` or `open`, and the versions by harness, as JSON. */
const networkVariable = "HEXOKIT_LAB_NETWORK";
const versionsVariable = "HEXOKIT_LAB_VERSIONS";

const program = new Command("lab")
  .description("Drives real agent CLIs in tmux, in temporary homes, against a model server on loopback.")
  .argument("[harness]", "one harness; all of them when absent")
  .option("--scenario <name...>", "only these scenarios", [])
  .option("--all", "every scenario; writes docs/verification")
  .option("--ci", "only the most telling scenarios")
  .option("--record", "write the payloads to fixtures")
  .option("--list", "print the scenarios' names and end")
  .option("--version <version>", "version of the harness in the npm registry", "latest")
  .option("--jobs <number>", "scenarios at a time", String(Math.min(2, availableParallelism())))
  .action(main);

async function main(only: string | undefined, options: Options): Promise<void> {
  const chosen = harnesses.filter(({ driver }) => only === undefined || driver.id === only);
  if (chosen.length === 0)
    throw new Error(`no harness ${only}; there are: ${harnesses.map(({ driver }) => driver.id)}`);
  if (options.list) {
    for (const { scenarios } of chosen) {
      for (const { name, ci, about } of scenarios) console.log(`${ci ? "ci " : "   "}${name}: ${about}`);
    }
    return;
  }
  requireProduct();
  if (process.env[networkVariable] === undefined) {
    process.exitCode = runIsolated(await install(chosen, options));
    return;
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void closeAllLabs().finally(() => process.exit(130)));
  }
  const versions: Record<string, string> = JSON.parse(process.env[versionsVariable] ?? "{}");
  const results: ScenarioResult[] = [];
  for (const { driver, scenarios } of chosen) {
    results.push(...(await runHarness(driver, scenarios, versions[driver.id] ?? options.version, options)));
  }
  const totals = count(results);
  console.log(`\n${summary(results)}\n\n${closingLines(totals)}`);
  process.exitCode = totals.wrong === 0 && totals.right > 0 ? 0 : 1;
}

/** Installs with the caller's network and npm settings, before the network is taken away. */
async function install(
  chosen: typeof harnesses,
  options: Options,
): Promise<Readonly<Record<string, string>>> {
  const versions: Record<string, string> = {};
  for (const { driver } of chosen) {
    const request = { package: driver.package, version: options.version, progress: console.log };
    versions[driver.id] = (await cacheHarness(request)).version;
  }
  return versions;
}

async function runHarness(
  driver: HarnessDriver,
  all: readonly Scenario[],
  version: string,
  options: Options,
): Promise<readonly ScenarioResult[]> {
  const scenarios = selectScenarios(all, { names: options.scenario, ci: options.ci === true });
  const harness = await cacheHarness({ package: driver.package, version });
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

/** Runs this program again where only the loopback device is. */
function runIsolated(versions: Readonly<Record<string, string>>): number {
  const { prefix, isolated, note } = isolateNetwork();
  console.log(note);
  const [command = "", ...parameters] = [...prefix, process.execPath, ...process.argv.slice(1)];
  const network = isolated ? "loopback" : "open";
  const run = spawnSync(command, parameters, {
    stdio: "inherit",
    env: { ...process.env, [networkVariable]: network, [versionsVariable]: JSON.stringify(versions) },
  });
  return run.status ?? 1;
}

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
