import { endOf, type JsonDocument, type JsonNode, spliceJson } from "./json-document.js";
import {
  indentAt,
  isCompact,
  type JsonStyle,
  type JsonValue,
  newlineOf,
  printJson,
  startsLine,
  textOf,
  unitOf,
} from "./json-style.js";

/*
 * Every insertion can be taken back to the byte without remembering anything:
 * - behind a last item, the new one is one run directly after that item's value;
 * - in an empty container, the new item comes after what was between the brackets, and the closing
 *   bracket directly after the item;
 * - a container that we make has white space before its closing bracket.
 * So what stands before a closing bracket tells whose container it is. One that has a comment of the user's
 * stays.
 */

/** What to put at the end of a container: an element of a list, or a member of an object. */
export interface JsonItem {
  /** Given for a member. */
  readonly key?: string;
  readonly value: JsonValue;
  /** How many outer levels of `value` are to go when they become empty again. */
  readonly marked: number;
}

/** Puts an item behind the last one of `container`, laid out like its neighbours. */
export function appendJson(document: JsonDocument, container: JsonNode, item: JsonItem): JsonDocument {
  const { text } = document;
  const last = container.children?.at(-1);
  const whole = textOf(text, container);
  const style: JsonStyle = {
    newline: newlineOf(text),
    unit: unitOf(document),
    indent: indentAt(text, last?.offset ?? container.offset),
    multiline: whole.includes("\n"),
    spaced: /":\s|,\s/.test(whole),
  };
  if (last !== undefined) {
    const separator = startsLine(text, last.offset)
      ? style.newline + style.indent
      : style.spaced || style.multiline
        ? " "
        : "";
    return spliceJson(document, endOf(last), endOf(last), `,${separator}${printItem(item, style)}`);
  }
  const close = endOf(container) - 1;
  // A lone carriage return before our line break would read as part of it when the item is removed.
  const multiline = !whole.endsWith("\r", whole.length - 1) && (style.multiline || !isCompact(document));
  if (!multiline) {
    const spaced = /":\s|,\s/.test(textOf(text, document.root));
    return spliceJson(document, close, close, printItem(item, { ...style, multiline, spaced }));
  }
  const inner = { ...style, multiline, indent: style.indent + style.unit };
  return spliceJson(document, close, close, inner.newline + inner.indent + printItem(item, inner));
}

/**
 * Takes a member (its property node) or an element out, and each container of ours that this leaves
 * empty. `rootEmptied`: the root was such a container too; the document then holds `{}`.
 */
export function removeJson(
  document: JsonDocument,
  node: JsonNode,
): { document: JsonDocument; rootEmptied: boolean } {
  const { text } = document;
  const container = node.parent;
  if (container === undefined) throw new Error("The root of a document cannot be removed.");
  const siblings = container.children ?? [];
  const position = siblings.indexOf(node);
  const previous = siblings[position - 1];
  const next = siblings[position + 1];

  if (previous !== undefined) {
    const gap = text.slice(endOf(previous), node.offset);
    return kept(spliceJson(document, endOf(previous), endOf(node), commentsOf(gap)));
  }
  if (next !== undefined) {
    const gap = text.slice(endOf(node), next.offset);
    return kept(spliceJson(document, node.offset, next.offset, commentsOf(gap)));
  }
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  if (endOf(node) === close) {
    const before = text.slice(open, node.offset);
    const withoutOurs = before.replace(/\r?\n[ \t]*$/, "");
    // The bracket may not slip into a user's comment.
    const found = endsInComment(withoutOurs) ? before : withoutOurs;
    return kept(spliceJson(document, open, close, found));
  }
  const around = text.slice(open, node.offset) + text.slice(endOf(node), close);
  if (around.trim() !== "") return kept(spliceJson(document, open, close, around));
  if (container.parent === undefined) {
    return { document: spliceJson(document, open, close, ""), rootEmptied: true };
  }
  return removeJson(document, container.parent.type === "property" ? container.parent : container);
}

function kept(document: JsonDocument): { document: JsonDocument; rootEmptied: boolean } {
  return { document, rootEmptied: false };
}

/** The last line of white space and comments is a comment that the line's end alone closes. */
function endsInComment(text: string): boolean {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*[\r\n]/g, "").includes("//");
}

/** What stays of the text between two items when one of them goes: nothing, or a user's comments. */
function commentsOf(gap: string): string {
  const rest = gap.replace(/(\/\/.*|\/\*[\s\S]*?\*\/)|,/g, (_, comment: string | undefined) => comment ?? "");
  return rest.trim() === "" ? "" : rest;
}

function printItem(item: JsonItem, style: JsonStyle): string {
  const value = printJson(item.value, style, item.marked);
  if (item.key === undefined) return value;
  return `${JSON.stringify(item.key)}:${style.multiline || style.spaced ? " " : ""}${value}`;
}
