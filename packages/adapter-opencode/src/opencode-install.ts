import {
  buildWrapperCommand,
  type FileChange,
  type FileSnapshot,
  type FileSnapshots,
  HexoError,
  type HookEvent,
  type InstallFinding,
  type InstallReport,
  type PlanRequest,
} from "@hexokit/core";
import { opencodeManifest } from "./opencode-harness.js";
import { forwarderOfLoader, loaderText } from "./opencode-loader.js";

/**
 * Plans the plugin, a file that is wholly ours. An uninstall also cleans the places where an earlier setup, or
 * one with another `XDG_CONFIG_HOME`, put it.
 * @throws HexoError FILE_FOREIGN, CONFIG_SHAPE (the forwarder's path), CAPABILITY_UNSUPPORTED (OpenCode 2)
 */
export function planOpencode({ action, files, forwarder, version }: PlanRequest): readonly FileChange[] {
  if (action === "uninstall") return files.filter(isOurs).map(removal);
  requireVersion(version);
  // The plugin calls the forwarder as the commands of other harnesses do: the same paths are possible.
  buildWrapperCommand({ provider: opencodeManifest.id, event: "dispose", forwarder });
  return files
    .filter(({ role = "install" }) => role === "install")
    .flatMap((file) => install(file, forwarder));
}

/** What is installed. */
export function inspectOpencode(
  files: FileSnapshots,
  forwarder: string,
  events: readonly HookEvent[],
): InstallReport {
  const file = files.find(({ role = "install" }) => role === "install");
  const own = file?.problem === undefined ? forwarderOfLoader(file?.text ?? "") : undefined;
  const status = own === undefined ? "missing" : own === forwarder ? "installed" : "stale";
  return {
    harness: opencodeManifest.id,
    events: events.map(({ name }) => ({ event: name, status })),
    findings: [...problems(file), ...seconds(files)],
  };
}

function install(file: FileSnapshot, forwarder: string): readonly FileChange[] {
  const { path, text: before } = file;
  if (before !== undefined && before !== "" && !isOurs(file)) {
    throw new HexoError("FILE_FOREIGN", `${path} is not ours; it was left as it is.`, {
      hint: "Move it away if you do not need it, then run the command again.",
      fields: { path },
    });
  }
  const after = loaderText(forwarder);
  return after === before ? [] : [{ path, before, after }];
}

function removal({ path, text: before, symbolicLink }: FileSnapshot): FileChange {
  return { path, before, after: symbolicLink ? "" : undefined };
}

function isOurs({ text, problem }: FileSnapshot): boolean {
  return problem === undefined && text !== undefined && forwarderOfLoader(text) !== undefined;
}

/**
 * OpenCode 2 says "Plugin failed" in its TUI for a plugin of version 1, and runs its own in a daemon that knows
 * no pane (reports of 2.0; not seen here).
 */
function requireVersion(version: string | undefined): void {
  const major = /(?:^|[^\d.])v?(\d+)\.\d+\.\d+/.exec(version ?? "")?.[1];
  if (major === undefined || Number(major) < 2) return;
  throw new HexoError("CAPABILITY_UNSUPPORTED", `OpenCode ${version} takes no plugin of ours.`, {
    hint: "OpenCode 1 is supported; see docs/harnesses/opencode.md.",
    fields: { version: version ?? "" },
  });
}

function problems(file: FileSnapshot | undefined): readonly InstallFinding[] {
  if (file === undefined) return [];
  const { path, problem, text } = file;
  const what =
    problem === "unreadable"
      ? "cannot be read"
      : problem === "not-a-file"
        ? "is not a regular file"
        : text !== undefined && text !== "" && !isOurs(file)
          ? "is not ours"
          : undefined;
  return what === undefined
    ? []
    : [
        {
          severity: "problem",
          message: `${path} ${what}.`,
          hint: "Move it away, then run setup again.",
          path,
        },
      ];
}

/** OpenCode loads both; our module then listens once, but the file is needless. */
function seconds(files: FileSnapshots): readonly InstallFinding[] {
  return files
    .filter((file) => file.role === "former" && isOurs(file))
    .map(({ path }) => ({
      severity: "note",
      message: `${path} is ours too, from an earlier setup.`,
      hint: "`rk agent setup opencode --uninstall` takes out both; then install again.",
      path,
    }));
}
