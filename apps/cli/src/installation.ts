import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type DataDirectoryContent,
  dataDirectory,
  forwarderPath,
  type HarnessAdapter,
  HexoError,
  type HostEnvironment,
  type InstallReport,
  readSnapshots,
} from "@hexokit/core";
import type { KnownHarness } from "./adapters.js";
import type { Context } from "./context.js";

/**
 * The path that wrappers name.
 * @throws HexoError CONFIG_SHAPE when it would need quoting
 */
export function forwarderFor(host: HostEnvironment): string {
  return forwarderPath(dataDirectory(host), host.home);
}

/** What runs on every event, beside the translators. */
const hookPrograms = ["hook-runtime.cjs", "hook.cjs"];

/** What this program puts into the data directory: each usable harness's translator and modules, so that each sees the others. */
export function contentFor(context: Context, harnesses: readonly KnownHarness[]): DataDirectoryContent {
  const programs = hookPrograms.map((name) => ({
    name,
    text: readFileSync(join(context.built, name), "utf8"),
  }));
  const ofHarnesses = harnesses.flatMap(({ adapter, hookText, moduleText }) => {
    try {
      const modules = (adapter.modules ?? []).map((name) => ({
        name,
        text: moduleText(name),
      }));
      return [...modules, { name: `hooks/${adapter.id}.cjs`, text: hookText() }];
    } catch (error) {
      if (!HexoError.isInstance(error)) throw error;
      // Setup and doctor report it for its own harness.
      return [];
    }
  });
  return { version: context.version, node: process.execPath, bundles: [...programs, ...ofHarnesses] };
}

/** What is installed for a harness. Total: what cannot be read is a finding. */
export function inspectHarness(
  adapter: HarnessAdapter,
  host: HostEnvironment,
  version?: string,
): InstallReport {
  try {
    // Read as files that are only looked at: one that cannot be read is then a finding.
    const files = adapter
      .files(host)
      .flatMap((file) =>
        readSnapshots([{ ...file, role: "read" }]).map((snapshot) => ({ ...snapshot, role: file.role })),
      );
    return adapter.inspect(files, forwarderFor(host), version);
  } catch (error) {
    if (!HexoError.isInstance(error)) throw error;
    const { message, hint } = error;
    const finding = { severity: "problem", message, ...(hint === undefined ? {} : { hint }) } as const;
    const events = adapter.translator.events.map(({ name }) => ({ event: name, status: "missing" as const }));
    return { harness: adapter.id, events, findings: [finding] };
  }
}

/** True when no event of the harness calls us. */
export function isNotInstalled({ events }: InstallReport): boolean {
  return events.every(({ status }) => status === "missing");
}
