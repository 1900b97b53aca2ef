import { createHash } from "node:crypto";
import type { FileChange, FileSnapshot } from "../contract/install.js";
import { HexoError } from "../errors.js";
import { newlineOf } from "./json-style.js";

/*
 * Lines of ours in a file of the user's whose comments begin with `#`: a block between two marks at the end
 * of the file. The first mark holds a checksum of the lines, so that a block that someone edited is known
 * from one that an older version wrote.
 */

/** What is put between the marks. */
export interface MarkedBlock {
  /** The command that writes the block, for the mark: `rk tmux install`. */
  readonly command: string;
  /** The command that prints the lines, for the hint of an error. */
  readonly printCommand: string;
  readonly lines: readonly string[];
}

interface FoundBlock {
  readonly start: number;
  /** Behind the last mark, its line end left out. */
  readonly end: number;
  /** What stands between the marks is what was written there. */
  readonly intact: boolean;
}

const marks = /^# (?:>>> hexokit\b.*>>>|<<< hexokit\b.*<<<)[ \t]*$/gm;
const endMark = "# <<< hexokit <<<";

/**
 * Plans one file: a block is brought up to date in its place, else put at the end. An uninstall gives back
 * the bytes that the file had, and deletes a file that was made for the block.
 *
 * @returns undefined when nothing is to do
 * @throws HexoError CONFIG_SHAPE: the block was edited, or its marks are no pair
 */
export function planMarkedBlock(
  action: "install" | "uninstall",
  file: FileSnapshot,
  block: MarkedBlock,
): FileChange | undefined {
  const { path, text: before, symbolicLink } = file;
  const text = before ?? "";
  const found = findBlock(text, path, block);
  if (found?.intact === false) throw shapeError(path, "was edited by hand", block);
  if (action === "install") {
    const after = installed(before, found, block);
    return after === before ? undefined : { path, before, after };
  }
  if (found === undefined) return undefined;
  const rest = cutBlock(text, found.start, found.end);
  // An empty file that was there has a blank line before the block.
  const wasMade = rest === "" && found.start === 0 && !symbolicLink;
  return { path, before, after: wasMade ? undefined : rest };
}

/** True when a text holds a mark of ours, whatever stands around it. */
export function holdsMark(text: string): boolean {
  return text.replaceAll("\r\n", "\n").search(marks) >= 0;
}

function installed(before: string | undefined, found: FoundBlock | undefined, block: MarkedBlock): string {
  const text = before ?? "";
  const newline = newlineOf(text);
  const own = blockText(block, newline);
  if (found !== undefined) return text.slice(0, found.start) + own + text.slice(found.end);
  return (before === undefined ? "" : text + newline) + own + newline;
}

/** Takes a block out with the line end that was put before it and the one behind it. */
function cutBlock(text: string, start: number, end: number): string {
  const newline = newlineOf(text);
  const before = text.slice(0, start);
  const behind = text.slice(end).replace(/^\r?\n/, "");
  const shorter = before.endsWith(newline) ? before.slice(0, -newline.length) : before;
  // Something was written behind the block since: it must not run into the line before.
  const isOpen = behind !== "" && shorter !== "" && !shorter.endsWith("\n");
  return (isOpen ? before : shorter) + behind;
}

function findBlock(text: string, path: string, block: MarkedBlock): FoundBlock | undefined {
  // A carriage return is no line end to the pattern; a blank in its place keeps the offsets.
  const [first, last, ...others] = [...text.replaceAll("\r\n", " \n").matchAll(marks)];
  if (first === undefined) return undefined;
  const isPair =
    others.length === 0 && first[0].startsWith("# >>>") && last?.[0].startsWith("# <<<") === true;
  if (!isPair) throw shapeError(path, "has marks that are no pair", block);
  const content = text.slice(first.index + first[0].length, last.index).replaceAll("\r\n", "\n");
  const sum = /^# >>> hexokit ([0-9a-f]{8}):/.exec(first[0])?.[1];
  // A line end stands before the lines, and behind each.
  const intact = sum === checksum(content.replace(/^\s*?\n/, ""));
  return { start: first.index, end: last.index + last[0].trimEnd().length, intact };
}

function blockText({ command, lines }: MarkedBlock, newline: string): string {
  const content = lines.map((line) => `${line}\n`).join("");
  const begin = `# >>> hexokit ${checksum(content)}: written by \`${command}\`, taken out by \`${command} --uninstall\` >>>`;
  return `${begin}\n${content}${endMark}`.replaceAll("\n", newline);
}

function checksum(content: string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 8);
}

function shapeError(path: string, what: string, { printCommand }: MarkedBlock): HexoError {
  return new HexoError("CONFIG_SHAPE", `${path}: the block between the hexokit marks ${what}.`, {
    hint: `Nothing was written. Take the block out with its marks (keep what you wrote into it elsewhere), then run the command again. \`${printCommand}\` prints what belongs there.`,
    fields: { path },
  });
}
