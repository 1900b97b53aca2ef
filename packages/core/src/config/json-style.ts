import type { JsonDocument, JsonNode } from "./json-document.js";

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** How new text is laid out so that it looks like its neighbours. */
export interface JsonStyle {
  readonly newline: "\n" | "\r\n";
  /** One level of indentation, spaces or tabs. */
  readonly unit: string;
  /** Indentation of the line that the text begins on. */
  readonly indent: string;
  /** Each item on a line of its own. */
  readonly multiline: boolean;
  /** On one line: a space after a comma and a colon. */
  readonly spaced: boolean;
}

/** The layout of a file that we make. */
export const newFileStyle: JsonStyle = {
  newline: "\n",
  unit: "  ",
  indent: "",
  multiline: true,
  spaced: true,
};

export function newlineOf(text: string): "\n" | "\r\n" {
  return /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
}

/** Blanks at the beginning of the line that `offset` lies on. */
export function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** True when nothing but blanks stands before `offset` on its line. */
export function startsLine(text: string, offset: number): boolean {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*$/.test(text.slice(lineStart, offset));
}

/** The file's own unit of indentation: that of the first member of the root, else two spaces. */
export function unitOf({ text, root }: JsonDocument): string {
  const first = root.children?.[0];
  if (first === undefined || !text.slice(root.offset, first.offset).includes("\n")) return "  ";
  const outer = indentAt(text, root.offset);
  const inner = indentAt(text, first.offset);
  return inner.startsWith(outer) ? inner.slice(outer.length) : inner;
}

/** True when the file is written on one line (and has something in it to tell by). */
export function isCompact({ text, root }: JsonDocument): boolean {
  return (root.children ?? []).length > 0 && !textOf(text, root).includes("\n");
}

export function textOf(text: string, node: JsonNode): string {
  return text.slice(node.offset, node.offset + node.length);
}

/**
 * Writes a value. `marked` outer levels get white space before their closing bracket even on one line:
 * by it, removal knows a container that we made from one that we found empty.
 */
export function printJson(value: JsonValue, style: JsonStyle, marked: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = { ...style, indent: style.indent + style.unit };
  const colon = style.multiline || style.spaced ? ": " : ":";
  const list = Array.isArray(value);
  const items = list
    ? value.map((item) => printJson(item, inner, marked - 1))
    : Object.entries(value).map(
        ([key, item]) => JSON.stringify(key) + colon + printJson(item, inner, marked - 1),
      );
  const [open, close] = list ? ["[", "]"] : ["{", "}"];
  if (style.multiline) {
    const line = style.newline + inner.indent;
    return open + line + items.join(`,${line}`) + style.newline + style.indent + close;
  }
  return open + items.join(style.spaced ? ", " : ",") + (marked > 0 ? " " : "") + close;
}
