import { type ParseError, parseTree, printParseErrorCode, stripComments } from "jsonc-parser";
import { parseJson } from "../contract/json-values.js";
import { HexoError } from "../errors.js";

/**
 * A node of the parsed text, with its offset and length in {@link JsonDocument.text}. Our own words for the
 * parser's node: the parser is bundled, so the published types may not name it.
 */
export interface JsonNode {
  readonly type: "object" | "array" | "property" | "string" | "number" | "boolean" | "null";
  // biome-ignore lint/suspicious/noExplicitAny: any JSON value, as JSON.parse gives it.
  readonly value?: any;
  readonly offset: number;
  readonly length: number;
  readonly parent?: JsonNode;
  readonly children?: readonly JsonNode[];
}

/** A JSON text whose root is an object, together with where each of its values stands. */
export interface JsonDocument {
  readonly path: string;
  /** Empty, or the mark that the file begins with. */
  readonly byteOrderMark: string;
  /** The file's text without the mark. */
  readonly text: string;
  readonly root: JsonNode;
  /** Comments are allowed. */
  readonly comments: boolean;
}

/** What a harness reads beyond strict JSON. */
export interface JsonDialect {
  /** Comments. Default: none. */
  readonly comments?: boolean;
  /** A comma behind a last item. Default: where comments are (JSONC). */
  readonly trailingCommas?: boolean;
}

export interface JsonDocumentOptions extends JsonDialect {
  /** Named in errors. */
  readonly path: string;
}

const byteOrderMark = "\uFEFF";

/** Splits a text into its byte order mark (or nothing) and the rest. */
export function splitByteOrderMark(text: string): [mark: string, rest: string] {
  return text.startsWith(byteOrderMark) ? [byteOrderMark, text.slice(1)] : ["", text];
}

/** The value of a JSON text with comments; undefined when there is more than comments beside strict JSON. */
export function parseCommentedJson(text: string): unknown {
  return parseJson(stripComments(text, " "));
}

/** Nothing but what JSON takes for white space. */
export function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

/**
 * Parses a settings file. Keys may stand only once in each object: which of two counts differs between
 * readers, so an edit of either could be without effect.
 * @throws HexoError CONFIG_MALFORMED (with `line` and `column`, both from 1), CONFIG_SHAPE
 */
export function parseJsonDocument(source: string, options: JsonDocumentOptions): JsonDocument {
  const [mark, text] = splitByteOrderMark(source);
  const { comments = false, trailingCommas = comments } = options;
  const errors: ParseError[] = [];
  let root: JsonNode | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: !comments, allowTrailingComma: trailingCommas });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw malformed(options, text, 0, "is nested too deeply", error);
  }
  const first = errors[0];
  if (first !== undefined) throw malformed(options, text, first.offset, explain(first, trailingCommas));
  if (!trailingCommas) requireStrict(comments ? stripComments(text, " ") : text, options);
  if (root === undefined) throw malformed(options, text, 0, "is empty");
  const duplicate = findDuplicateKey(root);
  if (duplicate !== undefined) {
    throw malformed(
      options,
      text,
      duplicate.offset,
      `has the key ${JSON.stringify(duplicate.value)} twice in one object`,
    );
  }
  if (root.type !== "object") {
    throw new HexoError("CONFIG_SHAPE", `${options.path} holds ${article(root.type)} instead of an object.`, {
      hint: "Nothing was written. Make the file a JSON object, then run the command again.",
      fields: { path: options.path },
    });
  }
  return { path: options.path, byteOrderMark: mark, text, root, comments };
}

/** The document with `text` from `start` to `end` replaced; the rest keeps every character. */
export function spliceJson(document: JsonDocument, start: number, end: number, insert: string): JsonDocument {
  const text = document.text.slice(0, start) + insert + document.text.slice(end);
  const root = parseTree(text, [], {
    disallowComments: !document.comments,
    allowTrailingComma: document.comments,
  });
  if (root === undefined) throw new Error(`An edit of ${document.path} left no JSON.`);
  return { ...document, text, root };
}

/** The whole file, byte order mark included. */
export function jsonSource(document: JsonDocument): string {
  return document.byteOrderMark + document.text;
}

/** The property node (`children` are key and value) of a direct member. */
export function memberOf(object: JsonNode, key: string): JsonNode | undefined {
  return object.children?.find((property) => property.children?.[0]?.value === key);
}

/** The value of a direct member. */
export function memberValue(object: JsonNode, key: string): JsonNode | undefined {
  return memberOf(object, key)?.children?.[1];
}

export function endOf(node: JsonNode): number {
  return node.offset + node.length;
}

/** "an array", "a string": for messages. */
export function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : type === "null" ? type : `a ${type}`;
}

function requireStrict(text: string, options: JsonDocumentOptions): void {
  try {
    JSON.parse(text);
  } catch (error) {
    // Only what the tolerant parser lets through comes here, so there is no better place to name.
    throw malformed(options, text, 0, `is not JSON: ${(error as Error).message}`, error);
  }
}

function explain(error: ParseError, trailingCommas: boolean): string {
  const code = printParseErrorCode(error.error);
  if (code === "InvalidCommentToken") return "has a comment, which this harness does not read";
  if (code === "PropertyNameExpected" && !trailingCommas)
    return "is malformed (PropertyNameExpected: a trailing comma?)";
  if (code === "ValueExpected" && !trailingCommas) return "is malformed (ValueExpected: a trailing comma?)";
  return `is malformed (${code})`;
}

function malformed(
  options: JsonDocumentOptions,
  text: string,
  offset: number,
  what: string,
  cause?: unknown,
): HexoError {
  const before = text.slice(0, offset).split("\n");
  const line = before.length;
  const column = (before.at(-1) ?? "").length + 1;
  return new HexoError("CONFIG_MALFORMED", `${options.path}:${line}:${column} ${what}.`, {
    hint: "Nothing was written. Correct the file, then run the command again.",
    fields: { path: options.path, line, column },
    cause,
  });
}

function findDuplicateKey(root: JsonNode): JsonNode | undefined {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children = node.children ?? [];
    if (node.type === "object") {
      const seen = new Set<string>();
      for (const property of children) {
        const key = property.children?.[0];
        if (key === undefined) continue;
        if (seen.has(key.value)) return key;
        seen.add(key.value);
      }
    }
    for (const child of children) open.push(child);
  }
  return undefined;
}
