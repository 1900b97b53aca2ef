import { join } from "node:path";
import {
  checkChange,
  dataDirectory,
  type FileChange,
  type HarnessAdapter,
  HexoError,
  inspectDataDirectory,
  type PlanRequest,
  readSnapshots,
} from "@hexokit/core";
import { chooseHarnesses, type KnownHarness, type KnownHarnesses } from "../adapters.js";
import type { Context } from "../context.js";
import { findOnPath } from "../find-on-path.js";
import { contentFor, forwarderFor } from "../installation.js";
import { versionOf } from "../surroundings.js";
import { planTmuxConf, type TmuxConfPlan } from "../tmux/tmux-conf.js";

export type SetupAction = PlanRequest["action"];

/** What is to be done for one harness. */
export interface HarnessPlan {
  readonly adapter: HarnessAdapter;
  readonly changes: readonly FileChange[];
  readonly notes: readonly string[];
  /** Why nothing can be done. */
  readonly error: HexoError | undefined;
}

export interface SetupPlan {
  readonly action: SetupAction;
  readonly harnesses: readonly HarnessPlan[];
  /** Our own files: those to write, or to remove. */
  readonly dataDirectory: { readonly path: string; readonly files: readonly string[] };
  /** Our block in tmux.conf, which goes with the last harness; `error`: why it stays. */
  readonly tmux: TmuxConfPlan & { readonly error: HexoError | undefined };
}

/**
 * Finds out what is to be done; writes nothing.
 * @param names the harnesses that a person named; none: an install takes those on PATH, an uninstall all
 * @throws HexoError HARNESS_UNKNOWN, FILE_FOREIGN, CONFIG_SHAPE (the data directory's path)
 */
export async function planSetup(
  context: Context,
  known: KnownHarnesses,
  action: SetupAction,
  names: readonly string[],
): Promise<SetupPlan> {
  const chosen = chooseHarnesses(names, known);
  const selected =
    names.length > 0
      ? chosen
      : known.harnesses.filter(
          ({ adapter }) => action === "uninstall" || binaryOf(adapter, context) !== undefined,
        );
  const harnesses = await Promise.all(selected.map((harness) => planHarness(context, harness, action)));
  const isLast = action === "uninstall" && areLast(context, known, harnesses);
  const files =
    action === "install"
      ? filesToWrite(context, known, harnesses)
      : isLast
        ? filesToRemove(context, known)
        : [];
  return {
    action,
    harnesses,
    dataDirectory: { path: dataDirectory(context.host), files },
    tmux: isLast ? planTmuxRemoval(context) : { action, changes: [], error: undefined },
  };
}

function binaryOf({ binary }: HarnessAdapter, { host }: Context): string | undefined {
  return binary.map((name) => findOnPath(name, host.environment.PATH)).find((path) => path !== undefined);
}

async function planHarness(
  context: Context,
  harness: KnownHarness,
  action: SetupAction,
): Promise<HarnessPlan> {
  const { adapter } = harness;
  const binary = binaryOf(adapter, context);
  const isMissing = action === "install" && binary === undefined;
  const notes = isMissing
    ? [`${adapter.binary[0]} is not on PATH; its settings are made ready all the same.`]
    : [];
  try {
    if (action === "install") harness.hookText();
    const version = action === "install" && binary !== undefined ? await versionOf(binary) : undefined;
    return { adapter, changes: planChanges(context, adapter, action, version), notes, error: undefined };
  } catch (error) {
    if (!HexoError.isInstance(error)) throw error;
    return { adapter, changes: [], notes, error };
  }
}

function planChanges(
  { host }: Context,
  adapter: HarnessAdapter,
  action: SetupAction,
  version?: string,
): readonly FileChange[] {
  if (!adapter.platforms.includes(host.platform)) {
    throw new HexoError("PLATFORM_UNSUPPORTED", `${adapter.displayName} is not read on ${host.platform}.`);
  }
  const files = readSnapshots(adapter.files(host));
  const request = {
    action,
    files,
    forwarder: forwarderFor(host),
    ...(version === undefined ? {} : { version }),
  };
  const changes = adapter.plan(request);
  // A person is not asked to confirm what cannot be written.
  for (const change of changes) checkChange(change);
  return changes;
}

function filesToWrite(
  context: Context,
  known: KnownHarnesses,
  harnesses: readonly HarnessPlan[],
): readonly string[] {
  if (harnesses.every(({ error }) => error !== undefined)) return [];
  const path = dataDirectory(context.host);
  const { files } = inspectDataDirectory(path, contentFor(context, known.harnesses));
  const foreign = files.find(({ status }) => status === "foreign");
  if (foreign !== undefined) {
    throw new HexoError("FILE_FOREIGN", `${join(path, foreign.name)} is not ours; it was left as it is.`, {
      hint: "Move it away, or set XDG_DATA_HOME to another directory, then run the command again.",
      fields: { path: join(path, foreign.name) },
    });
  }
  return files.filter(({ status }) => status === "missing" || status === "older").map(({ name }) => name);
}

/** What all harnesses share goes with the last one that may use it. */
function areLast(context: Context, known: KnownHarnesses, harnesses: readonly HarnessPlan[]): boolean {
  const others = known.harnesses.filter(({ adapter }) => !harnesses.some((plan) => plan.adapter === adapter));
  const someStay = others.some(({ adapter }) => mayHoldOurs(context, adapter));
  return !someStay && harnesses.every(({ error }) => error === undefined) && known.problems.length === 0;
}

function filesToRemove(context: Context, known: KnownHarnesses): readonly string[] {
  const { files } = inspectDataDirectory(dataDirectory(context.host), contentFor(context, known.harnesses));
  return files.filter(({ status }) => status !== "missing" && status !== "foreign").map(({ name }) => name);
}

function planTmuxRemoval({ host }: Context): SetupPlan["tmux"] {
  try {
    return { ...planTmuxConf(host, "uninstall"), error: undefined };
  } catch (error) {
    if (!HexoError.isInstance(error)) throw error;
    return { action: "uninstall", changes: [], error };
  }
}

function mayHoldOurs(context: Context, adapter: HarnessAdapter): boolean {
  try {
    return planChanges(context, adapter, "uninstall").length > 0;
  } catch {
    return true;
  }
}

export function hasNothingToDo({ harnesses, dataDirectory: { files }, tmux }: SetupPlan): boolean {
  return (
    files.length === 0 && tmux.changes.length === 0 && harnesses.every(({ changes }) => changes.length === 0)
  );
}
