import { shapeError, type TomlTable, tablesOf } from "./toml-document.js";
import { findTomlSections, type TomlComment, type TomlSection } from "./toml-sections.js";

/** What of a text is ours. */
export interface OwnParts {
  /** One block from mark to mark, line ends left out, with nothing but our tables and blanks in it. */
  readonly pure: { readonly start: number; readonly end: number } | undefined;
  /** Whole lines that are ours and not in that block, with what of them is kept: comments of the user's. */
  readonly outside: readonly { readonly start: number; readonly end: number; readonly kept: string }[];
}

interface PartsTarget {
  readonly list: string;
  isOurs(table: TomlTable): boolean;
}

const beginMark = /^# >>> hexokit\b.*>>>\s*$/;
const endMark = /^# <<< hexokit\b.*<<<\s*$/;

/**
 * Finds our tables and marks in a text that was parsed as `document`.
 * @throws HexoError CONFIG_SHAPE where its tables cannot be found in the text
 */
export function findOwnParts(
  text: string,
  document: TomlTable,
  path: string,
  { list, isOurs }: PartsTarget,
): OwnParts {
  const tables = tablesOf(document, list, path);
  const { sections, comments } = findTomlSections(text);
  const headed = sections.filter(({ header }) => namesList(header, list));
  // Written inline: none of our making, and none that tables could be added to.
  if (headed.length !== tables.length && tables.some(isOurs)) {
    throw shapeError(path, list, `some of \`${list}\` is written inline`);
  }
  const own = headed.length === tables.length ? headed.filter((_, index) => isOurs(tables[index] ?? {})) : [];
  const marks = comments.filter(
    ({ start, end, nested }) => !nested && isMark(text.slice(start, end)) && isWholeLine(text, start),
  );
  const pure = pureBlock(text, own, comments, marks);
  const isInside = ({ start }: { start: number }) =>
    pure !== undefined && start >= pure.start && start < pure.end;
  return {
    pure,
    outside: [
      ...own
        .filter((section) => !isInside(section))
        .map((section) => ({
          start: section.start,
          end: section.end,
          kept: keptComments(text, section, comments),
        })),
      ...marks
        .filter((mark) => !isInside(mark))
        .filter(({ start }) => !own.some((section) => start >= section.start && start < section.end))
        .map(({ start, end }) => ({ start: lineStart(text, start), end: lineEnd(text, end), kept: "" })),
    ],
  };
}

function isMark(comment: string): boolean {
  return beginMark.test(comment) || endMark.test(comment);
}

/** `[[list]]`, however it is spelled: blanks and quotes are allowed in a header. */
function namesList(header: string, list: string): boolean {
  const inner = /^\[\[[ \t]*(.*?)[ \t]*\]\]$/.exec(header)?.[1];
  return inner === list || inner === `"${list}"` || inner === `'${list}'`;
}

function pureBlock(
  text: string,
  own: readonly TomlSection[],
  comments: readonly TomlComment[],
  marks: readonly TomlComment[],
): OwnParts["pure"] {
  const [first, last] = marks;
  if (marks.length !== 2 || first === undefined || last === undefined) return undefined;
  const opens = beginMark.test(text.slice(first.start, first.end));
  if (!opens || !endMark.test(text.slice(last.start, last.end))) return undefined;
  const inside = comments.filter(({ start }) => start > first.start && start < last.start);
  if (inside.length > 0) return undefined;
  let rest = text.slice(first.end, last.start);
  for (const { start, end } of [...own].reverse()) {
    if (start < first.end || end > last.start) continue;
    rest = rest.slice(0, start - first.end) + rest.slice(end - first.end);
  }
  return rest.trim() === "" ? { start: first.start, end: last.end } : undefined;
}

function keptComments(text: string, { start, end }: TomlSection, comments: readonly TomlComment[]): string {
  const newline = text.slice(start, end).includes("\r\n") ? "\r\n" : "\n";
  return comments
    .filter((comment) => comment.start >= start && comment.start < end)
    .map((comment) => text.slice(comment.start, comment.end))
    .filter((comment) => !isMark(comment))
    .map((comment) => comment + newline)
    .join("");
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function isWholeLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === "";
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}
