import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import type { FileSnapshot } from "../contract/install.js";
import { HexoError } from "../errors.js";
import { splitByteOrderMark } from "./json-document.js";

/** A table as it was parsed. */
export type TomlTable = Readonly<Record<string, unknown>>;

/**
 * Parses a TOML file; a byte order mark is passed over, whole numbers are bigint so that none is rounded.
 * @throws HexoError CONFIG_MALFORMED (with `line` and `column`, both from 1)
 */
export function parseTomlDocument(source: string, path: string): TomlTable {
  const [, text] = splitByteOrderMark(source);
  try {
    return parse(text, { integersAsBigInt: true });
  } catch (error) {
    const { line, column } = error instanceof TomlError ? error : { line: 1, column: 1 };
    const [reason = ""] = (error as Error).message.split("\n");
    throw new HexoError("CONFIG_MALFORMED", `${path}:${line}:${column} is malformed (${reason}).`, {
      hint: "Nothing was written. Correct the file, then run the command again.",
      fields: { path, line, column },
      cause: error,
    });
  }
}

/**
 * The tables of a list at the top of a document, `[[<list>]]`; none where there is no such key.
 * @throws HexoError CONFIG_SHAPE when the key holds something else
 */
export function tablesOf(document: TomlTable, list: string, path: string): readonly TomlTable[] {
  if (!Object.hasOwn(document, list)) return [];
  const value = document[list];
  const isTable = (item: unknown) => typeof item === "object" && item !== null && !Array.isArray(item);
  if (Array.isArray(value) && value.every(isTable)) return value;
  throw shapeError(path, list, `\`${list}\` is no list of tables`);
}

/** As {@link parseTomlDocument}, of a file as it was read; one that is not there is empty. */
export function parseTomlSnapshot({ path, text, problem }: FileSnapshot): TomlTable {
  if (problem !== undefined) {
    const why = problem === "unreadable" ? "cannot be read" : "is not a regular file";
    throw new HexoError("CONFIG_UNREADABLE", `${path} ${why}.`);
  }
  return parseTomlDocument(text ?? "", path);
}

export function shapeError(path: string, list: string, what: string): HexoError {
  return new HexoError("CONFIG_SHAPE", `${path}: ${what}.`, {
    hint: `Nothing was written. Write the list as [[${list}]] tables, then run the command again.`,
    fields: { path, where: list },
  });
}

/** True when two documents say the same, but for the tables of a list that `isOurs`. */
export function sameButOurs(
  one: TomlTable,
  other: TomlTable,
  list: string,
  isOurs: (table: TomlTable) => boolean,
): boolean {
  const without = (document: TomlTable) => {
    const { [list]: tables = [], ...rest } = document;
    return { rest, tables: Array.isArray(tables) ? tables.filter((table) => !isOurs(table)) : tables };
  };
  return isDeepStrictEqual(without(one), without(other));
}
