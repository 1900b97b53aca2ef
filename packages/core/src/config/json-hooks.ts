import type { FileChange, FileSnapshot } from "../contract/install.js";
import {
  isBlank,
  type JsonDocument,
  jsonSource,
  memberValue,
  parseJsonDocument,
  spliceJson,
  splitByteOrderMark,
} from "./json-document.js";
import { appendJson, removeJson } from "./json-edit.js";
import {
  findOwnEntries,
  type JsonHooksTarget,
  mapKey,
  type OwnEntry,
  wantedCommand,
} from "./json-hooks-entries.js";
import { type JsonValue, newFileStyle, newlineOf, printJson } from "./json-style.js";

/*
 * Installs into the event map that Claude Code made common:
 * {"hooks": {"<Event>": [{"matcher"?, "hooks": [{"type": "command", "command", "timeout", "name"?}]}]}}
 * or, for a harness with named hooks, {"<name>": {"<Event>": [{"type": "command", "command", "timeout"}]}}.
 * Harnesses with TOML get a sibling of this file (a marked block at the end of the file); both plan
 * from texts to a `FileChange`, so nothing above them differs.
 */

/**
 * Plans one settings file: each event gets one group of ours behind the user's. What is there of ours
 * already is brought up to date in its place; a second one of an event goes. Only entries with our exact
 * command are touched, and a group goes only when it held nothing else.
 *
 * @returns undefined when nothing is to do
 * @throws HexoError CONFIG_MALFORMED, CONFIG_SHAPE
 */
export function planJsonHooks(
  action: "install" | "uninstall",
  file: FileSnapshot,
  target: JsonHooksTarget,
): FileChange | undefined {
  const after = action === "install" ? installed(file, target) : uninstalled(file, target);
  return after === file.text ? undefined : { path: file.path, before: file.text, after };
}

function installed(file: FileSnapshot, target: JsonHooksTarget): string {
  const [mark, text] = splitByteOrderMark(file.text ?? "");
  if (isBlank(text)) {
    const made = printJson(
      { [mapKey(target)]: allGroups(target) },
      { ...newFileStyle, newline: newlineOf(text) },
      3,
    );
    return file.text === undefined ? `${made}\n` : mark + text + made;
  }
  let document = parse(file.text ?? "", file, target);
  for (;;) {
    const own = findOwnEntries(document, target);
    const surplus = own.find((entry) => !mayStay(entry, own, target));
    if (surplus !== undefined) {
      const removed = removeEntry(document, surplus);
      // Nothing else was in it: as if it were not there, or blank.
      if (removed.rootEmptied) return installed({ ...file, text: uninstalled(file, target) }, target);
      document = removed.document;
      continue;
    }
    const next = updated(document, own, target) ?? completed(document, own, target);
    if (next === undefined) return jsonSource(document);
    document = next;
  }
}

function uninstalled(file: FileSnapshot, target: JsonHooksTarget): string | undefined {
  if (file.text === undefined || isBlank(splitByteOrderMark(file.text)[1])) return file.text;
  let document = parse(file.text, file, target);
  let rootEmptied = false;
  for (;;) {
    const first = findOwnEntries(document, target)[0];
    if (first === undefined) break;
    ({ document, rootEmptied } = removeEntry(document, first));
  }
  if (!rootEmptied) return jsonSource(document);
  const { text, root, byteOrderMark } = document;
  const before = text.slice(0, root.offset);
  const behind = text.slice(root.offset + root.length);
  // We end a file that we make with a newline, and put nothing behind the object in one that was blank.
  if (behind === "") return byteOrderMark + before;
  if (byteOrderMark + before === "" && behind === "\n") return file.symbolicLink ? "{}\n" : undefined;
  return jsonSource(document);
}

function parse(text: string, file: FileSnapshot, target: JsonHooksTarget): JsonDocument {
  return parseJsonDocument(text, { ...target, path: file.path });
}

/** The first entry of an installed event, in a group that takes all the event is wanted for. */
function mayStay(entry: OwnEntry, all: readonly OwnEntry[], target: JsonHooksTarget): boolean {
  return (
    entry.matches &&
    target.events.some(({ name }) => name === entry.event) &&
    all.find((other) => other.event === entry.event && other.matches) === entry
  );
}

function removeEntry(document: JsonDocument, { entry, group, groupSize }: OwnEntry) {
  return removeJson(document, groupSize === 1 ? group : entry);
}

function updated(
  document: JsonDocument,
  own: readonly OwnEntry[],
  target: JsonHooksTarget,
): JsonDocument | undefined {
  for (const { event, command, timeout, name, entry } of own) {
    const wanted = target.events.find(({ name }) => name === event);
    if (wanted === undefined) continue;
    const text = wantedCommand(target, event);
    if (command.value !== text) return replace(document, command, text);
    if (timeout === undefined)
      return appendJson(document, entry, { key: "timeout", value: wanted.timeout, marked: 0 });
    if (timeout.value !== wanted.timeout) return replace(document, timeout, wanted.timeout);
    if (target.name === undefined || name?.value === target.name) continue;
    return name === undefined
      ? appendJson(document, entry, { key: "name", value: target.name, marked: 0 })
      : replace(document, name, target.name);
  }
  return undefined;
}

function replace(
  document: JsonDocument,
  node: { offset: number; length: number },
  value: JsonValue,
): JsonDocument {
  return spliceJson(document, node.offset, node.offset + node.length, JSON.stringify(value));
}

function completed(
  document: JsonDocument,
  own: readonly OwnEntry[],
  target: JsonHooksTarget,
): JsonDocument | undefined {
  const missing = target.events.find(({ name }) => !own.some(({ event }) => event === name));
  if (missing === undefined) return undefined;
  const key = mapKey(target);
  const hooks = memberValue(document.root, key);
  if (hooks === undefined) {
    return appendJson(document, document.root, { key, value: allGroups(target), marked: 2 });
  }
  const group = groupFor(target, missing.name);
  const groups = memberValue(hooks, missing.name);
  return groups === undefined
    ? appendJson(document, hooks, { key: missing.name, value: [group], marked: 1 })
    : appendJson(document, groups, { value: group, marked: 0 });
}

function allGroups(target: JsonHooksTarget): JsonValue {
  return Object.fromEntries(target.events.map(({ name }) => [name, [groupFor(target, name)]]));
}

function groupFor(target: JsonHooksTarget, name: string): JsonValue {
  const event = target.events.find((candidate) => candidate.name === name);
  if (event === undefined) throw new Error(`${name} is no event of ${target.provider}.`);
  const command = { type: "command", command: wantedCommand(target, name), timeout: event.timeout };
  const entry = target.name === undefined ? command : { ...command, name: target.name };
  if (target.named !== undefined) return entry;
  return { ...(event.matcher === undefined ? {} : { matcher: event.matcher }), hooks: [entry] };
}
