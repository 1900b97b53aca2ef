import {
  buildWrapperCommand,
  fieldsOf,
  type HookEvent,
  isBlank,
  type JsonFields,
  parseJson,
  recogniseWrapperCommand,
  splitByteOrderMark,
} from "@hexokit/core";
import { copilotManifest } from "./copilot-harness.js";

/** The whole file, the same for everybody with the same data directory. */
export function hooksFileText(forwarder: string, events: readonly HookEvent[]): string {
  const entries = events.map((event) => [event.name, [entryOf(event, forwarder)]] as const);
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(entries) }, null, 2)}\n`;
}

/** What is left in the place of a symbolic link: Copilot reads it and runs nothing. */
export const emptyHooksFile = '{\n  "version": 1,\n  "hooks": {}\n}\n';

/** An entry of our file; `timeoutSec` is in seconds (1.0.102). */
export function entryOf({ name, timeout }: HookEvent, forwarder: string) {
  const command = buildWrapperCommand({ provider: copilotManifest.id, event: name, forwarder });
  return { type: "command", bash: command, timeoutSec: timeout };
}

export interface HooksFile {
  /**
   * `ours`: each entry is. `nobody's`: there is none. `mixed`: some are. `foreign`: none is, or it is
   * nothing that Copilot reads.
   */
  readonly owner: "ours" | "nobody's" | "mixed" | "foreign";
  /** The entries of ours. */
  readonly entries: readonly { readonly event: string; readonly entry: JsonFields }[];
  /** `disableAllHooks` in a hook file is of that file (1.0.102); in the settings it had no effect. */
  readonly isDisabled: boolean;
  /** Copilot passes over the whole file and says nothing: a byte order mark, another version (1.0.102). */
  readonly isIgnored: boolean;
}

const rootKeys: ReadonlySet<string> = new Set(["version", "hooks", "disableAllHooks"]);

/** Reads a file in the place of ours. */
export function readHooksFile(source: string): HooksFile {
  const [mark, text] = splitByteOrderMark(source);
  if (isBlank(text)) return { owner: "nobody's", entries: [], isDisabled: false, isIgnored: false };
  const value = parseJson(text);
  const root = fieldsOf(value);
  const hooks = fieldsOf(root.hooks);
  const all = Object.entries(hooks).flatMap(([event, list]) =>
    (Array.isArray(list) ? list : [list]).map((entry) => ({ event, entry: fieldsOf(entry) })),
  );
  const entries = all.filter(({ entry }) => isOurs(entry));
  const isShapeOurs =
    root === value &&
    Object.keys(root).every((key) => rootKeys.has(key)) &&
    fieldsOf(root.hooks) === root.hooks;
  return {
    owner: ownerOf(all.length, entries.length, isShapeOurs),
    entries,
    isDisabled: root.disableAllHooks === true,
    isIgnored: mark !== "" || (root.version !== undefined && root.version !== 1),
  };
}

function ownerOf(count: number, ours: number, isShapeOurs: boolean): HooksFile["owner"] {
  if (!isShapeOurs) return ours > 0 ? "mixed" : "foreign";
  if (count === 0) return "nobody's";
  if (ours === count) return "ours";
  return ours > 0 ? "mixed" : "foreign";
}

/** Every command of an entry is a wrapper of ours, of any generation, under either of its names. */
function isOurs({ bash, command, powershell }: JsonFields): boolean {
  const commands = [bash, command, powershell].filter((one) => one !== undefined);
  return (
    commands.length > 0 &&
    commands.every(
      (one) => typeof one === "string" && recogniseWrapperCommand(one)?.provider === copilotManifest.id,
    )
  );
}
