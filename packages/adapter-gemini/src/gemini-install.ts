import { basename, dirname } from "node:path";
import {
  type EventStatus,
  type FileChange,
  type FileSnapshot,
  type FileSnapshots,
  fieldsOf,
  HexoError,
  type HookEvent,
  type InstallFinding,
  type InstallReport,
  inspectJsonHooks,
  isBlank,
  type JsonFields,
  type JsonHooksTarget,
  listOf,
  type PlanRequest,
  parseCommentedJson,
  planJsonHooks,
  recogniseWrapperCommand,
  splitByteOrderMark,
} from "@hexokit/core";
import { geminiManifest } from "./gemini-harness.js";
import { folderTrust } from "./gemini-trust.js";

/** What Gemini CLI shows while a hook of ours runs, and what `/hooks` lists. */
const hookName = "hexokit";

/** Comments are read; a trailing comma or a byte order mark keeps Gemini CLI from starting at all (0.61.0). */
const dialect = { comments: true, trailingCommas: false } as const;

/**
 * Plans `settings.json`; an uninstall also cleans the usual place when `GEMINI_CLI_HOME` names another.
 * @throws HexoError CONFIG_MALFORMED, CONFIG_SHAPE
 */
export function planGemini(request: PlanRequest, events: readonly HookEvent[]): readonly FileChange[] {
  const { action, forwarder } = request;
  const isMeant = ({ role = "install" }: FileSnapshot) =>
    role === "install" || (role === "former" && action === "uninstall");
  const files = request.files.filter((file) => isMeant(file) && file.problem === undefined);
  if (action === "install") files.forEach(requireNoMark);
  return files
    .map((file) => planJsonHooks(action, file, hooksTarget(forwarder, events)))
    .filter((change) => change !== undefined);
}

/** What is installed, and what keeps Gemini CLI from running it. */
export function inspectGemini(
  files: FileSnapshots,
  forwarder: string,
  events: readonly HookEvent[],
): InstallReport {
  const main = files.find(({ role = "install" }) => role === "install");
  const report = inspectJsonHooks(main, hooksTarget(forwarder, events));
  const off = switchedOff(files);
  const { trust, finding } = trustFinding(files);
  const isInstalled = report.events.some(({ status }) => status === "installed");
  const statusOf = (event: string, status: EventStatus): EventStatus => {
    if (status === "missing") return status;
    if (off.isOff(event)) return "disabled";
    return trust === "untrusted" && status === "installed" ? "untrusted" : status;
  };
  return {
    harness: geminiManifest.id,
    events: report.events.map(({ event, status }) => ({ event, status: statusOf(event, status) })),
    findings: [
      ...report.findings,
      ...off.findings,
      ...(isInstalled && finding !== undefined ? [finding] : []),
      ...brokenFiles(files),
    ],
  };
}

function hooksTarget(forwarder: string, events: readonly HookEvent[]): JsonHooksTarget {
  return { provider: geminiManifest.id, events, forwarder, name: hookName, ...dialect };
}

function hasMark({ text = "" }: FileSnapshot): boolean {
  return splitByteOrderMark(text)[0] !== "";
}

function requireNoMark(file: FileSnapshot): void {
  if (!hasMark(file)) return;
  throw new HexoError(
    "CONFIG_MALFORMED",
    `${file.path} begins with a byte order mark, with which Gemini CLI does not start.`,
    {
      hint: "Nothing was written. Save the file as UTF-8 without it, then run the command again.",
      fields: { path: file.path },
    },
  );
}

/** The settings of a file that Gemini CLI can read; undefined for every other one. */
function settingsOf(file: FileSnapshot | undefined): JsonFields | undefined {
  if (file?.text === undefined || file.problem !== undefined) return undefined;
  const value = parseCommentedJson(file.text);
  return value === undefined ? undefined : fieldsOf(value);
}

/** The files that decide, the highest rank first: system, project, user, system defaults. */
function ranked(files: FileSnapshots): FileSnapshots {
  const settings = files.filter(({ role, path }) => role !== "former" && !isTrustList(path));
  const [user, ...others] = settings;
  const defaults = others.filter(({ path }) => basename(path) === "system-defaults.json");
  const above = others.filter((file) => !defaults.includes(file)).reverse();
  return [...above, ...(user === undefined ? [] : [user]), ...defaults];
}

function isTrustList(path: string): boolean {
  return basename(path) === "trustedFolders.json";
}

/**
 * `hooksConfig.enabled` of the file with the highest rank, and `hooksConfig.disabled` of all: names, or whole
 * commands as Gemini CLI expanded them. The older `hooks.enabled` and `hooks.disabled` do nothing (0.61.0, live).
 */
function switchedOff(files: FileSnapshots) {
  const configs = ranked(files).map(({ path }, index, all) => ({
    path,
    config: fieldsOf(settingsOf(all[index])?.hooksConfig),
  }));
  const deciding = configs.find(({ config }) => typeof config.enabled === "boolean");
  const allOff = deciding?.config.enabled === false ? deciding.path : undefined;
  const named = configs.flatMap(({ path, config }) =>
    listOf(config.disabled).map((word) => ({ path, event: eventOff(word) })),
  );
  const offIn = (event: string) => named.find((one) => one.event === event || one.event === "all")?.path;
  const findings: InstallFinding[] = [];
  if (allOff !== undefined) findings.push(offFinding("hooksConfig.enabled", "is false", allOff));
  const places = new Set(named.filter(({ event }) => event !== undefined).map(({ path }) => path));
  for (const path of places) findings.push(offFinding("hooksConfig.disabled", "names hooks of ours", path));
  return { isOff: (event: string) => allOff !== undefined || offIn(event) !== undefined, findings };
}

function eventOff(word: unknown): string | undefined {
  if (word === hookName) return "all";
  const command = typeof word === "string" ? recogniseWrapperCommand(word) : undefined;
  return command?.provider === geminiManifest.id ? command.event : undefined;
}

function offFinding(setting: string, what: string, path: string): InstallFinding {
  return {
    severity: "problem",
    message: `Gemini CLI does not run all hooks of ours: \`${setting}\` ${what} in ${path}.`,
    hint: "Change that, or type /hooks in gemini and enable them.",
    path,
  };
}

/** No command hook runs in a folder that is not trusted, wherever it is configured (0.61.0, live). */
function trustFinding(files: FileSnapshots) {
  const list = files.find(({ path }) => isTrustList(path));
  const [main, project] = files.filter(({ role, path }) => role !== "former" && !isTrustList(path));
  const folder = dirname(
    dirname((project?.path.endsWith("/.gemini/settings.json") ? project : main)?.path ?? "/"),
  );
  // A project cannot say of itself that it is to be trusted.
  const deciding = ranked(files.filter((file) => file !== project || project === main))
    .map((file) => fieldsOf(fieldsOf(settingsOf(file)?.security).folderTrust).enabled)
    .find((enabled) => typeof enabled === "boolean");
  if (deciding === false) return { trust: "trusted" } as const;
  const trust = folderTrust(folder, settingsOf(list) ?? {});
  if (trust === "trusted") return { trust } as const;
  const finding: InstallFinding =
    trust === "untrusted"
      ? {
          severity: "problem",
          message: `Gemini CLI runs no hooks in ${folder}: you told it not to trust that folder.`,
          hint: "Type /permissions in gemini there to trust it.",
          ...(list === undefined ? {} : { path: list.path }),
        }
      : {
          severity: "note",
          message: `Gemini CLI asks whether to trust ${folder} when it starts there, and runs no hooks before you do.`,
        };
  return { trust, finding } as const;
}

/** Files beside the one that the report is about; with one of them broken Gemini CLI does not start. */
function brokenFiles(files: FileSnapshots): InstallFinding[] {
  return files.flatMap((file) => {
    const { path, role = "install", text, problem } = file;
    if (role === "former" || text === undefined || problem !== undefined || settingsOf(file) !== undefined)
      return [];
    // Of the main file the report says what is wrong with it, unless it is wrong for Gemini CLI alone.
    const isSaid = role === "install" && !hasMark(file) && !isBlank(text);
    const why = hasMark(file)
      ? "begins with a byte order mark"
      : isBlank(text)
        ? "is empty"
        : "cannot be read";
    return isSaid
      ? []
      : [
          {
            severity: "problem",
            message: `Gemini CLI does not start: ${path} ${why}.`,
            hint: "Correct that file.",
            path,
          },
        ];
  });
}
