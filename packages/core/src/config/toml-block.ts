import type { FileChange, FileSnapshot } from "../contract/install.js";
import { splitByteOrderMark } from "./json-document.js";
import { newlineOf } from "./json-style.js";
import { findOwnParts, type OwnParts } from "./toml-block-parts.js";
import {
  parseTomlDocument,
  parseTomlSnapshot,
  sameButOurs,
  shapeError,
  type TomlTable,
  tablesOf,
} from "./toml-document.js";

/*
 * Installs tables into a list of a TOML file, `[[<list>]]`: a marked block at the end of the file, where a
 * table header is right whatever stands before it. No serialiser: what is not ours keeps its bytes.
 */

/** What is installed into a TOML file. */
export interface TomlBlockTarget {
  /** The list at the top of the document that our tables are added to. */
  readonly list: string;
  /** Our tables, in the order of the file; each key with its value. */
  readonly tables: readonly Readonly<Record<string, string | number>>[];
  /** Tells a table of ours, of any generation, wherever it stands. */
  isOurs(table: TomlTable): boolean;
}

const begin = "# >>> hexokit: written by `rk agent setup`, taken out by `rk agent setup --uninstall` >>>";
const end = "# <<< hexokit <<<";

/**
 * Plans one file. A block that holds nothing but ours is brought up to date in its place; else what is ours
 * goes, wherever it stands, and a block is put at the end. Before a change is given out, the texts before and
 * after are parsed and compared: they differ in our tables alone.
 *
 * @returns undefined when nothing is to do
 * @throws HexoError CONFIG_MALFORMED, CONFIG_SHAPE (the list is written inline, or the result would not be valid)
 */
export function planTomlBlock(
  action: "install" | "uninstall",
  file: FileSnapshot,
  target: TomlBlockTarget,
): FileChange | undefined {
  const { path, text: source } = file;
  if (action === "uninstall" && source === undefined) return undefined;
  const document = parseTomlDocument(source ?? "", path);
  const [mark, text] = splitByteOrderMark(source ?? "");
  const parts = findOwnParts(text, document, path, target);
  const rest = action === "install" ? installed(text, parts, source, target) : uninstalled(text, parts, file);
  const after = rest === undefined ? undefined : mark + rest;
  if (after === source) return undefined;
  requireSound(action, after ?? "", document, path, target);
  return { path, before: source, after };
}

/**
 * Our tables in a file as it was read.
 * @throws HexoError CONFIG_UNREADABLE, CONFIG_MALFORMED, CONFIG_SHAPE
 */
export function ownTomlTables(file: FileSnapshot, target: TomlBlockTarget): readonly TomlTable[] {
  const document = parseTomlSnapshot(file);
  return tablesOf(document, target.list, file.path).filter(target.isOurs);
}

function installed(
  text: string,
  parts: OwnParts,
  source: string | undefined,
  target: TomlBlockTarget,
): string {
  const { pure } = parts;
  if (pure !== undefined && parts.outside.length === 0) {
    return text.slice(0, pure.start) + blockText(target, newlineOf(text)) + text.slice(pure.end);
  }
  const before = withoutOurs(text, parts);
  const newline = newlineOf(before === "" ? text : before);
  const block = blockText(target, newline);
  if (before === "") return block + (source === undefined ? newline : "");
  return before + newline + block + newline;
}

function uninstalled(text: string, parts: OwnParts, file: FileSnapshot): string | undefined {
  const rest = withoutOurs(text, parts);
  // A file that we make ends with a line end, which one that was empty does not get.
  const { pure } = parts;
  const wasMade = rest === "" && pure?.start === 0 && pure.end < text.length;
  return wasMade && !file.symbolicLink && !file.text?.startsWith("\uFEFF") ? undefined : rest;
}

/** The text without our tables and marks. A comment that someone wrote into a table of ours stays. */
function withoutOurs(text: string, { pure, outside }: OwnParts): string {
  let result = text;
  const cuts = outside.map((cut) => ({ ...cut }));
  if (pure !== undefined) cuts.push({ start: pure.start, end: pure.end, kept: "" });
  for (const { start, end: stop, kept } of cuts.sort((left, right) => right.start - left.start)) {
    result =
      start === pure?.start
        ? joinAround(result, start, stop)
        : joinLines(result.slice(0, start) + kept, result.slice(stop));
  }
  return result;
}

/** Takes the block out with the line end that was put before it and the one behind it. */
function joinAround(text: string, start: number, stop: number): string {
  const newline = newlineOf(text);
  const behind = text.slice(stop).replace(/^\r?\n/, "");
  const before = text.slice(0, start);
  const shorter = before.endsWith(newline) ? before.slice(0, -newline.length) : before;
  // Something was written behind the block since: it must not run into the line before.
  const isOpen = behind !== "" && shorter !== "" && !shorter.endsWith("\n");
  return (isOpen ? before : shorter) + behind;
}

/** Of two blank lines that a table stood between, one stays. */
function joinLines(before: string, behind: string): string {
  const isBlankBefore = before === "" || /\n[ \t]*\r?\n$/.test(before);
  return before + (isBlankBefore ? behind.replace(/^[ \t]*\r?\n/, "") : behind);
}

function blockText({ list, tables }: TomlBlockTarget, newline: string): string {
  const texts = tables.map((table) =>
    [`[[${list}]]`, ...Object.entries(table).map(([key, value]) => `${key} = ${tomlValue(value)}`)].join(
      newline,
    ),
  );
  return [begin, texts.join(newline + newline), end].join(newline);
}

/** A basic string is written like one of JSON, but for DEL, which JSON leaves as it is. */
function tomlValue(value: string | number): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

function requireSound(
  action: "install" | "uninstall",
  after: string,
  before: TomlTable,
  path: string,
  { list, tables, isOurs }: TomlBlockTarget,
): void {
  let document: TomlTable;
  try {
    document = parseTomlDocument(after, path);
  } catch {
    throw shapeError(path, list, `\`${list}\` is written in a form that tables cannot be added to`);
  }
  const wanted = action === "install" ? tables.length : 0;
  const found = tablesOf(document, list, path).filter(isOurs).length;
  if (found !== wanted || !sameButOurs(before, document, list, isOurs)) {
    throw shapeError(path, list, "the change would touch more than our own tables");
  }
}
