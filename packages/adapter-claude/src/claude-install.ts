import type {
  FileChange,
  FileSnapshot,
  FileSnapshots,
  HookEvent,
  InstallFinding,
  InstallReport,
  PlanRequest,
} from "@hexokit/core";
import { inspectJsonHooks, type JsonHooksTarget, planJsonHooks } from "@hexokit/core";
import { claudeManifest, managedSettings } from "./claude-harness.js";

/**
 * Plans `settings.json`; an uninstall also cleans the usual place when `CLAUDE_CONFIG_DIR` names another.
 * Claude Code reads strict JSON: one comment or trailing comma makes it ignore the whole file (2.1.332).
 * @throws HexoError CONFIG_MALFORMED, CONFIG_SHAPE
 */
export function planClaude(request: PlanRequest, events: readonly HookEvent[]): readonly FileChange[] {
  const target = hooksTarget(request.forwarder, events);
  const roles = request.action === "install" ? ["install"] : ["install", "former"];
  return request.files
    .filter(({ role = "install", problem }) => roles.includes(role) && problem === undefined)
    .map((file) => planJsonHooks(request.action, file, target))
    .filter((change) => change !== undefined);
}

/** What is installed, and what keeps Claude Code from running it. */
export function inspectClaude(
  files: FileSnapshots,
  forwarder: string,
  events: readonly HookEvent[],
): InstallReport {
  const main = files.find(({ role = "install" }) => role === "install");
  const report = inspectJsonHooks(main, hooksTarget(forwarder, events));
  const disabled = disablingFinding(files);
  return {
    harness: claudeManifest.id,
    events:
      disabled === undefined
        ? report.events
        : report.events.map(({ event, status }) => ({
            event,
            status: status === "missing" ? status : "disabled",
          })),
    findings: [...report.findings, ...(disabled === undefined ? [] : [disabled]), ...brokenFiles(files)],
  };
}

function hooksTarget(forwarder: string, events: readonly HookEvent[]): JsonHooksTarget {
  return { provider: claudeManifest.id, events, forwarder };
}

/**
 * The setting that switches hooks off, if one does. The file of the highest rank that has
 * `disableAllHooks` decides (managed, local, project, user); `allowManagedHooksOnly` counts in managed
 * settings alone (2.1.332, live).
 */
function disablingFinding(files: FileSnapshots): InstallFinding | undefined {
  const ranked = files.filter(({ role }) => role !== "former").reverse();
  const managed = ranked.find(isManaged);
  if (managed !== undefined && settingsOf(managed)?.allowManagedHooksOnly === true) {
    return switchedOff(managed, "allowManagedHooksOnly", "Ask your administrator to allow hooks of users.");
  }
  const deciding = ranked.find((file) => typeof settingsOf(file)?.disableAllHooks === "boolean");
  if (deciding === undefined || settingsOf(deciding)?.disableAllHooks !== true) return undefined;
  const hint = isManaged(deciding)
    ? "Ask your administrator to allow hooks."
    : `Take \`disableAllHooks\` out of ${deciding.path}.`;
  return switchedOff(deciding, "disableAllHooks", hint);
}

function switchedOff({ path }: FileSnapshot, setting: string, hint: string): InstallFinding {
  return {
    severity: "problem",
    message: `Claude Code runs no hooks of ours: \`${setting}\` is true in ${path}.`,
    hint,
    path,
  };
}

/** Files beside our own that Claude Code cannot read: a person may think that they count. */
function brokenFiles(files: FileSnapshots): InstallFinding[] {
  return files
    .filter(
      ({ role, problem, text }) => role === "read" && problem === undefined && (text ?? "").trim() !== "",
    )
    .filter((file) => settingsOf(file) === undefined)
    .map(({ path }) => ({
      severity: "note",
      message: `${path} is not valid JSON, so Claude Code ignores it.`,
      path,
    }));
}

function isManaged({ path }: FileSnapshot): boolean {
  return path === managedSettings("linux") || path === managedSettings("darwin");
}

function settingsOf({ text }: FileSnapshot): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
