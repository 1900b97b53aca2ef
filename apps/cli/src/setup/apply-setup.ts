import {
  applyChanges,
  checkChange,
  HexoError,
  installDataDirectory,
  removeDataDirectory,
} from "@hexokit/core";
import type { KnownHarnesses } from "../adapters.js";
import type { Context } from "../context.js";
import { contentFor } from "../installation.js";
import type { HarnessPlan, SetupPlan } from "./setup-plan.js";

/**
 * Carries out a plan. A harness that fails does not stop the others; its error is in what is returned.
 * @throws HexoError as `installDataDirectory`: then no harness was touched
 */
export function applySetup(context: Context, known: KnownHarnesses, plan: SetupPlan): readonly HarnessPlan[] {
  const { path, files } = plan.dataDirectory;
  const checked = plan.harnesses.map((harness) =>
    attempt(harness, () => harness.changes.forEach(checkChange)),
  );
  const isHopeless = checked.every(({ error }) => error !== undefined);
  // What the commands call is there before they are, and goes after them.
  if (plan.action === "install" && files.length > 0 && !isHopeless) {
    installDataDirectory(path, contentFor(context, known.harnesses));
  }
  const applied = checked.map((harness) => attempt(harness, () => applyChanges(harness.changes)));
  const hasFailed = applied.some(({ error }) => error !== undefined);
  if (plan.action === "uninstall" && files.length > 0 && !hasFailed) removeDataDirectory(path);
  return applied;
}

function attempt(harness: HarnessPlan, work: () => void): HarnessPlan {
  if (harness.error !== undefined) return harness;
  try {
    work();
    return harness;
  } catch (error) {
    if (!HexoError.isInstance(error)) throw error;
    return { ...harness, error };
  }
}
