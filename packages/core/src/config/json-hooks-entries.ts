import type { HookEvent } from "../contract/hook-translator.js";
import type { ProviderId } from "../contract/provider.js";
import { HexoError } from "../errors.js";
import {
  buildWrapperCommand,
  recogniseWrapperCommand,
  type WrapperCommand,
} from "../forwarder/wrapper-command.js";
import { article, type JsonDialect, type JsonDocument, type JsonNode, memberValue } from "./json-document.js";

/** What is installed into a file with Claude's event map, and for whom. */
export interface JsonHooksTarget extends JsonDialect {
  readonly provider: ProviderId;
  /** Every event that is installed, in the order of the file. */
  readonly events: readonly HookEvent[];
  /** As in `PlanRequest`. */
  readonly forwarder: string;
  /** As in `WrapperOptions`. */
  readonly prefix?: string;
  /** A `name` for each entry, for harnesses that show one to people. */
  readonly name?: string;
}

/** A hook entry of ours, whatever its generation. */
export interface OwnEntry {
  /** The key that it stands under. */
  readonly event: string;
  readonly wrapper: WrapperCommand;
  readonly command: JsonNode;
  readonly timeout: JsonNode | undefined;
  readonly name: JsonNode | undefined;
  readonly entry: JsonNode;
  /** How many entries its group has. */
  readonly groupSize: number;
  readonly group: JsonNode;
  /** The group takes all that the event's matcher takes. */
  readonly matches: boolean;
  /** Keys that we do not write: someone changed how it runs. */
  readonly extraKeys: readonly string[];
}

export function wantedCommand(target: JsonHooksTarget, event: string): string {
  const { provider, forwarder, prefix } = target;
  return buildWrapperCommand({ provider, event, forwarder, ...(prefix === undefined ? {} : { prefix }) });
}

/**
 * Every entry of ours, in the order of the file.
 * @throws HexoError CONFIG_SHAPE where the map has another form than the harness reads
 */
export function findOwnEntries(document: JsonDocument, target: JsonHooksTarget): readonly OwnEntry[] {
  const hooks = memberValue(document.root, "hooks");
  if (hooks === undefined) return [];
  requireType(document, hooks, "object", "hooks");
  const found: OwnEntry[] = [];
  for (const property of hooks.children ?? []) {
    const [key, groups] = property.children ?? [];
    if (key === undefined || groups === undefined) continue;
    const event = target.events.find(({ name }) => name === key.value);
    // Under a key that we do not install, another form may be another version's; it is none of our business.
    if (event === undefined && groups.type !== "array") continue;
    requireType(document, groups, "array", `hooks.${key.value}`);
    for (const [position, group] of (groups.children ?? []).entries()) {
      if (event !== undefined) requireType(document, group, "object", `hooks.${key.value}[${position}]`);
      for (const own of entriesOfGroup(group, target)) {
        found.push({ ...own, event: key.value, group, matches: matchesLike(group, event?.matcher) });
      }
    }
  }
  return found;
}

type GroupEntry = Omit<OwnEntry, "event" | "group" | "matches">;

function entriesOfGroup(group: JsonNode, { provider, name }: JsonHooksTarget): GroupEntry[] {
  if (group.type !== "object") return [];
  const list = memberValue(group, "hooks");
  if (list?.type !== "array") return [];
  const known = ["type", "command", "timeout", ...(name === undefined ? [] : ["name"])];
  const found: GroupEntry[] = [];
  for (const entry of list.children ?? []) {
    if (entry.type !== "object" || memberValue(entry, "type")?.value !== "command") continue;
    const command = memberValue(entry, "command");
    const wrapper = command?.type === "string" ? recogniseWrapperCommand(command.value) : undefined;
    if (command === undefined || wrapper?.provider !== provider) continue;
    const keys = (entry.children ?? []).map((property) => String(property.children?.[0]?.value));
    found.push({
      wrapper,
      command,
      timeout: memberValue(entry, "timeout"),
      name: memberValue(entry, "name"),
      entry,
      groupSize: list.children?.length ?? 0,
      extraKeys: keys.filter((key) => !known.includes(key)),
    });
  }
  return found;
}

/** Absent, `""` and `"*"` all take everything (Claude Code 2.1.332, seen live). */
function matchesLike(group: JsonNode, wanted: string | undefined): boolean {
  const matcher = memberValue(group, "matcher");
  const plain = (value: unknown) => (value === undefined || value === "*" ? "" : value);
  return plain(matcher === undefined ? undefined : (matcher.value ?? null)) === plain(wanted);
}

function requireType(document: JsonDocument, node: JsonNode, type: JsonNode["type"], where: string): void {
  if (node.type === type) return;
  throw new HexoError(
    "CONFIG_SHAPE",
    `${document.path}: \`${where}\` is ${article(node.type)}, not ${article(type)}.`,
    {
      hint: "Nothing was written. Correct that value, then run the command again.",
      fields: { path: document.path, where },
    },
  );
}
