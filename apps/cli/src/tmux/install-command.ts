import type { Context, Ending } from "../context.js";
import { shortPath } from "../display.js";
import { findOnPath } from "../find-on-path.js";
import { type TmuxInstallJson, toJson } from "../json-output.js";
import { requirePlatform } from "../require-platform.js";
import { confirm } from "../setup/confirm.js";
import type { SetupOptions } from "../setup/setup-command.js";
import { paintedDiff, unifiedDiff } from "../setup/show-diff.js";
import { lookAround } from "../surroundings.js";
import { applyTmuxConf, showServers } from "./apply-tmux-conf.js";
import type { ServerUpdate } from "./running-servers.js";
import { planTmuxConf, type TmuxConfPlan } from "./tmux-conf.js";

/**
 * `rk tmux install`: plans, shows, asks, writes, and tells the running servers.
 * @throws HexoError PLATFORM_UNSUPPORTED, CONFIG_…, WRITE_FAILED, CONFIRMATION_REQUIRED, DECLINED
 */
export async function tmuxInstall(context: Context, options: SetupOptions): Promise<Ending> {
  requirePlatform(context);
  const { host, output } = context;
  const plan = planTmuxConf(host, options.uninstall === true ? "uninstall" : "install");
  const warnings = await findWarnings(context, plan);
  if (options.json !== true) {
    for (const warning of warnings) output.complain(`rk: ${warning}`);
    for (const change of plan.changes) output.print(`${paintedDiff(change, output)}\n`);
  }
  const isOver = options.dryRun === true || plan.changes.length === 0;
  let servers: readonly ServerUpdate[] = [];
  if (!isOver) {
    if (options.yes !== true) {
      // A program that reads JSON cannot be asked.
      await confirm(
        "Apply these changes?",
        options.json === true ? { ...output, interactive: false } : output,
      );
    }
    servers = await applyTmuxConf(context, plan);
  }
  if (options.json === true) output.print(toJson(resultJson(plan, options, servers, warnings)));
  else showResult(context, plan, options, servers);
  return servers.some(({ status }) => status === "failed") ? "partly" : "ok";
}

async function findWarnings(context: Context, { action }: TmuxConfPlan): Promise<readonly string[]> {
  if (action === "uninstall") return [];
  const { faults } = await lookAround(context);
  const isMissing = findOnPath("rk", context.host.environment.PATH) === undefined;
  return [
    ...faults.map(({ message, hint }) => `${message} ${hint}`),
    ...(isMissing ? ["rk is not on PATH: the keys call it by that name. npm install --global hexokit"] : []),
  ];
}

function showResult(
  { output, host }: Context,
  { action, changes }: TmuxConfPlan,
  { dryRun }: SetupOptions,
  servers: readonly ServerUpdate[],
): void {
  if (changes.length === 0) output.print("tmux: nothing to do.");
  else if (dryRun === true) output.print("A dry run: nothing was written.");
  else {
    const where = changes.map(({ path }) => shortPath(path, host.home)).join(", ");
    output.print(
      action === "install"
        ? `${where}: done. Prefix N goes to the next agent that waits for you, prefix B back, prefix G chooses one.`
        : `${where}: removed.`,
    );
    showServers(output, servers);
  }
}

function resultJson(
  { action, changes }: TmuxConfPlan,
  { dryRun }: SetupOptions,
  servers: readonly ServerUpdate[],
  warnings: readonly string[],
): TmuxInstallJson {
  const status = changes.length === 0 ? "unchanged" : dryRun === true ? "planned" : "changed";
  return {
    version: 1,
    action,
    dryRun: dryRun === true,
    status,
    changes: changes.map((change) => ({ path: change.path, diff: unifiedDiff(change) })),
    servers,
    warnings,
  };
}
