import {
  buildWrapperCommand,
  type EventStatus,
  type FileChange,
  type FileSnapshot,
  type FileSnapshots,
  HexoError,
  type HookEvent,
  type InstallFinding,
  type InstallReport,
  ownTomlTables,
  type PlanRequest,
  planTomlBlock,
  recogniseWrapperCommand,
  type TomlBlockTarget,
  type TomlTable,
} from "@hexokit/core";
import { kimiManifest } from "./kimi-harness.js";
import { hookFaults } from "./kimi-hooks-section.js";
import { isEventOf, isKnownVersion } from "./kimi-versions.js";

/**
 * Plans `config.toml`; an uninstall also cleans the usual place when `KIMI_CODE_HOME` names another. Only
 * events that the version takes are installed: one that it does not know switches all hooks off. Where the
 * version is not known, what is installed already stays: it was known then.
 * @throws HexoError CONFIG_MALFORMED, CONFIG_SHAPE
 */
export function planKimi(request: PlanRequest, events: readonly HookEvent[]): readonly FileChange[] {
  const { action, forwarder, version } = request;
  const roles = action === "install" ? ["install"] : ["install", "former"];
  return request.files
    .filter(({ role = "install", problem }) => roles.includes(role) && problem === undefined)
    .map((file) => {
      const expected = expectedEvents(version, readOwn(file, blockTarget(forwarder, events)), events);
      return planTomlBlock(action, file, blockTarget(forwarder, expected));
    })
    .filter((change) => change !== undefined);
}

type OwnReading = { readonly tables: readonly TomlTable[] } | { readonly error: InstallFinding };

function expectedEvents(version: string | undefined, own: OwnReading, events: readonly HookEvent[]) {
  const isThere = (name: string) => "tables" in own && own.tables.some(({ event }) => event === name);
  return events.filter(({ name }) => isEventOf(version, name) || (!isKnownVersion(version) && isThere(name)));
}

/** What is installed, and what makes Kimi Code ignore it. */
export function inspectKimi(
  files: FileSnapshots,
  forwarder: string,
  version: string | undefined,
  events: readonly HookEvent[],
): InstallReport {
  const file = files.find(({ role = "install" }) => role === "install");
  const path = file === undefined ? {} : { path: file.path };
  const reading = readOwn(file, blockTarget(forwarder, events));
  const own = "tables" in reading ? reading.tables : [];
  const expected = expectedEvents(version, reading, events);
  const strays = own.filter(({ event }) => !expected.some(({ name }) => name === event));
  const faults = file === undefined || "error" in reading ? [] : hookFaults(file, version);
  const isOff = faults.length > 0;
  return {
    harness: kimiManifest.id,
    events: expected.map((event) => {
      const status = statusOf(event, own, forwarder);
      return { event: event.name, status: isOff && status === "installed" ? "disabled" : status };
    }),
    findings: [
      ...("error" in reading ? [{ ...reading.error, ...path }] : []),
      ...strays.map(
        ({ event }): InstallFinding => ({
          severity: "problem",
          message: `A hook of ours is for ${event}, which this version is not given.`,
          hint: "Run `rk agent setup` to take it out.",
          ...path,
        }),
      ),
      ...faults.map(
        (fault): InstallFinding => ({
          severity: "problem",
          message: `Kimi Code ignores all hooks, yours too: ${fault}.`,
          hint: "Correct that entry; `kimi doctor` checks the file.",
          ...path,
        }),
      ),
    ],
  };
}

function blockTarget(forwarder: string, events: readonly HookEvent[]): TomlBlockTarget {
  return {
    list: "hooks",
    // The four keys that Kimi Code takes, but for the matcher.
    tables: events.map(({ name, timeout }) => ({
      event: name,
      command: buildWrapperCommand({ provider: kimiManifest.id, event: name, forwarder }),
      timeout,
    })),
    isOurs: ({ command }) =>
      typeof command === "string" && recogniseWrapperCommand(command)?.provider === kimiManifest.id,
  };
}

function readOwn(file: FileSnapshot | undefined, target: TomlBlockTarget): OwnReading {
  try {
    return { tables: file === undefined ? [] : ownTomlTables(file, target) };
  } catch (error) {
    if (!HexoError.isInstance(error)) throw error;
    const { message, hint } = error;
    return { error: { severity: "problem", message, ...(hint === undefined ? {} : { hint }) } };
  }
}

function statusOf({ name, timeout }: HookEvent, all: readonly TomlTable[], forwarder: string): EventStatus {
  const [first, ...others] = all.filter(({ event }) => event === name);
  if (first === undefined) return "missing";
  if (others.length > 0) return "duplicate";
  const { event, command, timeout: limit, matcher = "", ...more } = first;
  const wanted = buildWrapperCommand({ provider: kimiManifest.id, event: String(event), forwarder });
  if (command !== wanted || matcher !== "" || Number(limit) !== timeout) return "stale";
  return Object.keys(more).length > 0 ? "modified" : "installed";
}
