import {
  type EventStatus,
  type FileChange,
  type FileSnapshot,
  type FileSnapshots,
  HexoError,
  type HookEvent,
  type InstallFinding,
  type InstallReport,
  inspectJsonHooks,
  isBlank,
  type JsonHooksTarget,
  type JsonNode,
  memberValue,
  type PlanRequest,
  parseJsonDocument,
  planJsonHooks,
  splitByteOrderMark,
} from "@hexokit/core";
import { antigravityManifest, hookName } from "./antigravity-harness.js";

/**
 * Plans `hooks.json`: our hook behind the user's. A file that Antigravity would drop as a whole is not installed
 * into: then the user's hooks do not run either, and they should hear of it.
 * @throws HexoError CONFIG_MALFORMED, CONFIG_SHAPE
 */
export function planAntigravity(
  { action, files, forwarder }: PlanRequest,
  events: readonly HookEvent[],
): readonly FileChange[] {
  const target = hooksTarget(forwarder, events);
  return files.flatMap((file) => {
    const refusal = action === "install" ? refusalOf(file) : undefined;
    if (refusal !== undefined) throw refusal;
    return planJsonHooks(action, file, target) ?? [];
  });
}

/** What is installed, and what keeps Antigravity from running it. */
export function inspectAntigravity(
  files: FileSnapshots,
  forwarder: string,
  events: readonly HookEvent[],
): InstallReport {
  const [file] = files;
  const report = inspectJsonHooks(file, hooksTarget(forwarder, events));
  const obstacle = file === undefined ? undefined : obstacleIn(file);
  const isSaid = report.findings.some(({ message }) => message === obstacle?.message);
  if (obstacle === undefined || isSaid) return { harness: antigravityManifest.id, ...report };
  const disable = (status: EventStatus) => (status === "installed" ? "disabled" : status);
  return {
    harness: antigravityManifest.id,
    events: report.events.map(({ event, status }) => ({ event, status: disable(status) })),
    findings: [...report.findings, obstacle],
  };
}

/** Every path of the wrapper prints `{}`: another answer, or none, may end the model call (agy 1.2.1, documented). */
function hooksTarget(forwarder: string, events: readonly HookEvent[]): JsonHooksTarget {
  return { provider: antigravityManifest.id, events, forwarder, prefix: 'printf "{}"', named: hookName };
}

/** Why Antigravity would drop the whole file; undefined for one that it takes, or that cannot be read. */
function refusalOf(file: FileSnapshot): HexoError | undefined {
  try {
    return shapeProblem(file);
  } catch (error) {
    if (HexoError.isInstance(error)) return error;
    throw error;
  }
}

/** @throws HexoError CONFIG_MALFORMED */
function shapeProblem({ path, text = "", problem }: FileSnapshot): HexoError | undefined {
  const [mark, rest] = splitByteOrderMark(text);
  if (problem !== undefined || (isBlank(rest) && mark === "")) return undefined;
  const refuse = (code: "CONFIG_MALFORMED" | "CONFIG_SHAPE", what: string) =>
    new HexoError(code, `Antigravity drops ${path} as a whole: ${what}.`, {
      hint: "Nothing was written. Correct that, then run the command again.",
      fields: { path },
    });
  if (mark !== "") return refuse("CONFIG_MALFORMED", "it begins with a byte order mark");
  const document = parseJsonDocument(text, { path });
  for (const member of document.root.children ?? []) {
    const [name, map] = member.children ?? [];
    if (map?.type !== "object") return refuse("CONFIG_SHAPE", `\`${name?.value}\` is no hook`);
    const enabled = memberValue(map, "enabled");
    if (enabled !== undefined && enabled.type !== "boolean")
      return refuse("CONFIG_SHAPE", `\`${name?.value}.enabled\` is neither true nor false`);
    const timeout = timeoutsIn(map).find((node) => !isWholeSeconds(document.text, node));
    if (timeout !== undefined)
      return refuse("CONFIG_SHAPE", `under \`${name?.value}\`, a \`timeout\` is no whole number of seconds`);
  }
  return undefined;
}

/** Of a hook's entries, those with a matcher included. */
function timeoutsIn(map: JsonNode): readonly JsonNode[] {
  const entries = (list: JsonNode | undefined): readonly JsonNode[] =>
    list?.type === "array" ? (list.children ?? []).filter(({ type }) => type === "object") : [];
  return (map.children ?? [])
    .flatMap((property) => entries(property.children?.[1]))
    .flatMap((entry) => [entry, ...entries(memberValue(entry, "hooks"))])
    .map((entry) => memberValue(entry, "timeout"))
    .filter((node) => node !== undefined);
}

/** An int32 without a point: `5.0` and `"5"` are refused (agy 1.1.25, documented). */
function isWholeSeconds(text: string, { type, value, offset, length }: JsonNode): boolean {
  return type === "number" && /^-?\d+$/.test(text.slice(offset, offset + length)) && (value | 0) === value;
}

function obstacleIn(file: FileSnapshot): InstallFinding | undefined {
  const { path } = file;
  const refusal = refusalOf(file);
  if (refusal !== undefined)
    return { severity: "problem", message: refusal.message, hint: "Correct that.", path };
  if (!isSwitchedOff(file)) return undefined;
  return {
    severity: "problem",
    message: `Our hook is switched off: \`${hookName}.enabled\` is false in ${path}.`,
    hint: "Set it to true, or take it out.",
    path,
  };
}

function isSwitchedOff({ text, path }: FileSnapshot): boolean {
  if (text === undefined || isBlank(text)) return false;
  const hook = memberValue(parseJsonDocument(text, { path }).root, hookName);
  return hook !== undefined && memberValue(hook, "enabled")?.value === false;
}
