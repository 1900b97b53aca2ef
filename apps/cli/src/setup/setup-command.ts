import { machineDirectory, pruneMachineDirectory, systemProcesses } from "@hexokit/core";
import { type KnownHarnesses, loadHarnesses } from "../adapters.js";
import type { Context, Ending } from "../context.js";
import { shortPath } from "../display.js";
import { describeError, errorBody } from "../error-report.js";
import { type SetupJson, toJson } from "../json-output.js";
import { requirePlatform } from "../require-platform.js";
import { lookAround } from "../surroundings.js";
import { applyTmuxConf, showServers } from "../tmux/apply-tmux-conf.js";
import { applySetup } from "./apply-setup.js";
import { confirm } from "./confirm.js";
import {
  type HarnessPlan,
  hasNothingToDo,
  planSetup,
  type SetupAction,
  type SetupPlan,
} from "./setup-plan.js";
import { paintedDiff, unifiedDiff } from "./show-diff.js";

export interface SetupOptions {
  readonly uninstall?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * `rk agent setup`: plans, shows, asks, writes.
 * @throws HexoError PLATFORM_UNSUPPORTED, HARNESS_UNKNOWN, CONFIRMATION_REQUIRED, DECLINED, FILE_FOREIGN, …
 */
export async function setup(
  context: Context,
  names: readonly string[],
  options: SetupOptions,
): Promise<Ending> {
  requirePlatform(context);
  const known = await loadHarnesses(context);
  const action = options.uninstall === true ? "uninstall" : "install";
  const plan = await planSetup(context, known, action, names);
  const warnings = await findWarnings(context, known, action);
  if (options.json !== true) showPlan(context, plan, warnings);
  const isOver = options.dryRun === true || hasNothingToDo(plan);
  const results = isOver ? plan.harnesses : await confirmAndApply(context, known, plan, options);
  if (options.dryRun !== true) pruneMachineDirectory(machineDirectory(), systemProcesses());
  if (options.json === true) context.output.print(toJson(resultJson(plan, results, options, warnings)));
  else showResults(context, plan, results, options);
  return endingOf(results);
}

async function findWarnings(
  context: Context,
  { problems }: KnownHarnesses,
  action: SetupAction,
): Promise<readonly string[]> {
  const faults = action === "install" ? (await lookAround(context)).faults : [];
  return [
    ...faults.map(({ message, hint }) => `${message} ${hint}`),
    ...problems.map(({ code, message, hint }) => `${code}: ${message} ${hint ?? ""}`.trim()),
  ];
}

async function confirmAndApply(
  context: Context,
  known: KnownHarnesses,
  plan: SetupPlan,
  options: SetupOptions,
): Promise<readonly HarnessPlan[]> {
  if (options.yes !== true) {
    // A program that reads JSON cannot be asked.
    const output = options.json === true ? { ...context.output, interactive: false } : context.output;
    await confirm("Apply these changes?", output);
  }
  const applied = applySetup(context, known, plan);
  if (plan.tmux.changes.length > 0 && applied.every(({ error }) => error === undefined)) {
    const servers = await applyTmuxConf(context, plan.tmux);
    if (options.json !== true) showServers(context.output, servers);
  }
  return applied;
}

function endingOf(results: readonly HarnessPlan[]): Ending {
  const failed = results.filter(({ error }) => error !== undefined).length;
  if (failed === 0) return "ok";
  return failed === results.length ? "failed" : "partly";
}

function showPlan({ output, host }: Context, plan: SetupPlan, warnings: readonly string[]): void {
  for (const warning of warnings) output.complain(`rk: ${warning}`);
  for (const { adapter, changes, notes, error } of plan.harnesses) {
    for (const note of notes) output.complain(`rk: ${adapter.id}: ${note}`);
    if (error !== undefined) output.complain(describeError(error, `rk: ${adapter.id}`));
    if (changes.length > 0) output.print(output.style("bold", adapter.displayName));
    for (const change of changes) output.print(`${paintedDiff(change, output)}\n`);
  }
  for (const change of plan.tmux.changes) output.print(`${paintedDiff(change, output)}\n`);
  if (plan.tmux.error !== undefined) output.complain(describeError(plan.tmux.error, "rk: tmux"));
  const { path, files } = plan.dataDirectory;
  if (files.length === 0) return;
  const verb = plan.action === "install" ? "Will write" : "Will remove";
  output.print(`${verb} our own files in ${shortPath(path, host.home)}: ${files.join(", ")}\n`);
}

function showResults(
  { output }: Context,
  plan: SetupPlan,
  results: readonly HarnessPlan[],
  options: SetupOptions,
): void {
  if (plan.harnesses.length === 0) {
    output.print(
      "No agent that rk knows is on PATH. Name one to set it up all the same: rk agent setup claude",
    );
    return;
  }
  if (options.dryRun === true) {
    output.print(hasNothingToDo(plan) ? "Nothing to do." : "A dry run: nothing was written.");
    return;
  }
  for (const [index, { adapter, changes, error }] of results.entries()) {
    const name = output.style("bold", adapter.displayName);
    if (error !== undefined) {
      // What failed before was shown with the plan.
      if (plan.harnesses[index]?.error === undefined)
        output.complain(describeError(error, `rk: ${adapter.id}`));
    } else if (changes.length === 0) output.print(`${name}: nothing to do.`);
    else if (plan.action === "uninstall") output.print(`${name}: removed.`);
    else output.print(`${name}: set up. ${adapter.activation.instruction}`);
  }
  if (plan.action === "install" && plan.dataDirectory.files.length > 0 && endingOf(results) !== "failed") {
    output.print("`rk agent doctor --probe` tries it out; `rk agent list` shows your agents.");
  }
}

function resultJson(
  plan: SetupPlan,
  results: readonly HarnessPlan[],
  options: SetupOptions,
  warnings: readonly string[],
): SetupJson {
  return {
    version: 1,
    action: plan.action,
    dryRun: options.dryRun === true,
    harnesses: results.map(({ adapter, changes, notes, error }) => {
      const done = options.dryRun === true ? "planned" : "changed";
      return {
        harness: adapter.id,
        status: error !== undefined ? "failed" : changes.length === 0 ? "unchanged" : done,
        changes: changes.map((change) => ({ path: change.path, diff: unifiedDiff(change) })),
        notes,
        activation: plan.action === "install" && error === undefined ? adapter.activation.instruction : null,
        error: error === undefined ? null : errorBody(error),
      };
    }),
    dataDirectory: plan.dataDirectory,
    tmux: plan.tmux.changes.map((change) => ({ path: change.path, diff: unifiedDiff(change) })),
    warnings:
      plan.tmux.error === undefined ? warnings : [...warnings, describeError(plan.tmux.error, "tmux")],
  };
}
