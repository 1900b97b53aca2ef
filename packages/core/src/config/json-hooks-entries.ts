import type { HookEvent } from "../contract/hook-translator.js";
import type { ProviderId } from "../contract/provider.js";
import { HexoError } from "../errors.js";
import {
  buildWrapperCommand,
  recogniseWrapperCommand,
  type WrapperCommand,
} from "../forwarder/wrapper-command.js";
import { article, type JsonDialect, type JsonDocument, type JsonNode, memberValue } from "./json-document.js";

/** What is installed into a file with an event map, and for whom. */
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
  /**
   * Absent: the event map is the root's member `hooks`, and its lists hold groups of entries. Given: each member
   * of the root is a hook with a name of its own and an event map, whose lists hold the entries themselves; ours
   * has this name (Antigravity).
   */
  readonly named?: string;
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
  /** The group takes all that the event's matcher takes; of named hooks: it stands in the one that is ours. */
  readonly matches: boolean;
  /** Keys that we do not write: someone changed how it runs. */
  readonly extraKeys: readonly string[];
}

export function wantedCommand(target: JsonHooksTarget, event: string): string {
  const { provider, forwarder, prefix } = target;
  return buildWrapperCommand({ provider, event, forwarder, ...(prefix === undefined ? {} : { prefix }) });
}

/** The member of the root that our events stand in. */
export function mapKey({ named }: JsonHooksTarget): string {
  return named ?? "hooks";
}

/**
 * Every entry of ours, in the order of the file; of named hooks, under whatever name.
 * @throws HexoError CONFIG_SHAPE where the map has another form than the harness reads
 */
export function findOwnEntries(document: JsonDocument, target: JsonHooksTarget): readonly OwnEntry[] {
  const found: OwnEntry[] = [];
  for (const member of document.root.children ?? []) {
    const [name, map] = member.children ?? [];
    if (name === undefined || map === undefined) continue;
    const isOurPlace = name.value === mapKey(target);
    // A member that is no map holds nothing of ours; whether the harness takes it is the adapter's to know.
    if (!isOurPlace && (target.named === undefined || map.type !== "object")) continue;
    requireType(document, map, "object", name.value);
    found.push(...entriesOfMap(document, name.value, map, target));
  }
  return found;
}

function entriesOfMap(
  document: JsonDocument,
  name: string,
  map: JsonNode,
  target: JsonHooksTarget,
): OwnEntry[] {
  const found: OwnEntry[] = [];
  for (const property of map.children ?? []) {
    const [key, groups] = property.children ?? [];
    if (key === undefined || groups === undefined) continue;
    const event = target.events.find((candidate) => candidate.name === key.value);
    // Under a key that we do not install, another form may be another version's; it is none of our business.
    if (event === undefined && groups.type !== "array") continue;
    const where = `${name}.${key.value}`;
    requireType(document, groups, "array", where);
    for (const [position, group] of (groups.children ?? []).entries()) {
      if (event !== undefined) requireType(document, group, "object", `${where}[${position}]`);
      const isGroup = target.named === undefined;
      const entries = isGroup ? entriesOfGroup(group, target) : ownEntries([group], target);
      const matches = isGroup ? matchesLike(group, event?.matcher) : name === target.named;
      for (const own of entries) found.push({ ...own, event: key.value, group, matches });
    }
  }
  return found;
}

type GroupEntry = Omit<OwnEntry, "event" | "group" | "matches">;

function entriesOfGroup(group: JsonNode, target: JsonHooksTarget): GroupEntry[] {
  if (group.type !== "object") return [];
  const list = memberValue(group, "hooks");
  return list?.type === "array" ? ownEntries(list.children ?? [], target) : [];
}

/** Those of the entries that stand together which are ours. */
function ownEntries(entries: readonly JsonNode[], { provider, name }: JsonHooksTarget): GroupEntry[] {
  const known = ["type", "command", "timeout", ...(name === undefined ? [] : ["name"])];
  const found: GroupEntry[] = [];
  for (const entry of entries) {
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
      groupSize: entries.length,
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
