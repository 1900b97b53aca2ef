import { isDeepStrictEqual } from "node:util";
import {
  type EventStatus,
  type FileChange,
  type FileSnapshot,
  type FileSnapshots,
  HexoError,
  type HookEvent,
  type InstallFinding,
  type InstallReport,
  type PlanRequest,
} from "@hexokit/core";
import { copilotManifest } from "./copilot-harness.js";
import {
  emptyHooksFile,
  entryOf,
  type HooksFile,
  hooksFileText,
  readHooksFile,
} from "./copilot-hooks-file.js";

/**
 * Plans the file that is wholly ours: made whole, brought up to date whole, deleted whole. An uninstall also
 * looks at the usual place when `COPILOT_HOME` names another.
 * @throws HexoError FILE_FOREIGN when the file has something in it that is not ours; CONFIG_SHAPE
 */
export function planCopilot(request: PlanRequest, events: readonly HookEvent[]): readonly FileChange[] {
  const files = request.files.filter(({ problem }) => problem === undefined);
  const changeOf = (file: FileSnapshot) =>
    request.action === "install" ? installed(file, request.forwarder, events) : uninstalled(file);
  return files
    .filter(({ role = "install" }) => role === "install" || request.action === "uninstall")
    .map(changeOf)
    .filter((change) => change !== undefined);
}

function installed(
  { path, text: before }: FileSnapshot,
  forwarder: string,
  events: readonly HookEvent[],
): FileChange | undefined {
  const after = hooksFileText(forwarder, events);
  if (before === after) return undefined;
  if (before !== undefined && isOfOthers(readHooksFile(before))) throw foreign(path);
  return { path, before, after };
}

function uninstalled({ path, text: before, symbolicLink }: FileSnapshot): FileChange | undefined {
  if (before === undefined) return undefined;
  const { owner } = readHooksFile(before);
  // Hooks of ours would stay behind unsaid.
  if (owner === "mixed") throw foreign(path);
  return owner === "ours" ? { path, before, after: symbolicLink ? emptyHooksFile : undefined } : undefined;
}

function isOfOthers({ owner }: HooksFile): boolean {
  return owner === "mixed" || owner === "foreign";
}

function foreign(path: string): HexoError {
  return new HexoError("FILE_FOREIGN", `${path} has something in it that is not ours.`, {
    hint: "Nothing was written. Copilot reads every file in that folder: give what is yours another file name, then run the command again.",
    fields: { path },
  });
}

/** What is installed, and what keeps Copilot from running it. */
export function inspectCopilot(
  files: FileSnapshots,
  forwarder: string,
  events: readonly HookEvent[],
): InstallReport {
  const main = files.find(({ role = "install" }) => role === "install");
  const { path = "", text, problem } = main ?? {};
  const file = problem === undefined && text !== undefined ? readHooksFile(text) : undefined;
  const strays = (file?.entries ?? []).filter(({ event }) => !events.some(({ name }) => name === event));
  const finding = (message: string, hint: string): InstallFinding => ({
    severity: "problem",
    message,
    hint,
    path,
  });
  const again = "Run `rk agent setup` to write the file anew.";
  return {
    harness: copilotManifest.id,
    events: events.map((event) => ({ event: event.name, status: statusOf(event, file, forwarder) })),
    findings: [
      ...(problem === undefined
        ? []
        : [finding(`${path} is ${problem === "unreadable" ? "unreadable" : "not a regular file"}.`, again)]),
      ...(file !== undefined && isOfOthers(file)
        ? [finding(`${path} has something in it that is not ours.`, "Give what is yours another file name.")]
        : []),
      ...(file?.isDisabled === true
        ? [finding(`Copilot runs no hook of ${path}: \`disableAllHooks\` is true in it.`, again)]
        : []),
      ...(file?.isIgnored === true
        ? [finding(`Copilot ignores ${path}: it has a byte order mark, or another version than 1.`, again)]
        : []),
      ...strays.map(({ event }) =>
        finding(`A hook of ours stands under ${event}, where it no longer belongs.`, again),
      ),
    ],
  };
}

function statusOf(event: HookEvent, file: HooksFile | undefined, forwarder: string): EventStatus {
  const own = (file?.entries ?? []).filter((one) => one.event === event.name);
  const [first] = own;
  if (file === undefined || first === undefined) return "missing";
  if (file.isDisabled) return "disabled";
  if (own.length > 1) return "duplicate";
  const wanted = entryOf(event, forwarder);
  if (file.isIgnored || first.entry.bash !== wanted.bash || first.entry.timeoutSec !== wanted.timeoutSec)
    return "stale";
  return isDeepStrictEqual(first.entry, wanted) ? "installed" : "modified";
}
