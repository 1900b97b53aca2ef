import { describe, expect, it } from "vitest";
import { HexoError } from "../errors.js";
import { jsonSource, parseJsonDocument } from "./json-document.js";

function failure(text: string, comments = false): HexoError {
  try {
    parseJsonDocument(text, { path: "settings.json", comments });
  } catch (error) {
    if (HexoError.isInstance(error)) return error;
    throw error;
  }
  throw new Error(`Accepted: ${text}`);
}

describe("parseJsonDocument", () => {
  it.each([
    ["a comment", '{\n  "a": 1, // x\n  "b": 2\n}', 2, 11],
    ["a block comment", '{/* x */"a": 1}', 1, 2],
    ["a trailing comma", '{\n  "a": 1,\n}', 3, 1],
    ["a trailing comma in a list", '{"a": [1, ]}', 1, 11],
    ["a missing comma", '{"a": 1 "b": 2}', 1, 9],
    ["an unfinished file", '{"a": ', 1, 7],
    ["text behind the root", "{} x", 1, 4],
    ["a duplicate key", '{\n "a": 1,\n "b": {"c": 1, "\\u0063": 2}\n}', 3, 16],
    ["a word that is no value", '{"a": yes}', 1, 7],
    ["an octal number", '{"a": 01}', 1, 8],
    ["a control character in a string", '{"a": "\t"}', 1, 7],
    ["white space that JSON does not know", '{\u00a0"a": 1}', 1, 2],
  ])("refuses %s and says where", (_, text, line, column) => {
    expect(failure(text)).toMatchObject({
      code: "CONFIG_MALFORMED",
      fields: { path: "settings.json", line, column },
    });
  });

  it.each(["[]", '"text"', "1", "null", "true"])("refuses %s at the root", (text) => {
    expect(failure(text).code).toBe("CONFIG_SHAPE");
  });

  it("refuses what is nested too deeply to be read", () => {
    expect(failure(`{"a": ${"[".repeat(200_000)}${"]".repeat(200_000)}}`).code).toBe("CONFIG_MALFORMED");
  });

  it("reads comments and trailing commas where the harness does", () => {
    const text = '{ // one\n "a": [1, /* two */],\n}';
    expect(jsonSource(parseJsonDocument(text, { path: "settings.json", comments: true }))).toBe(text);
    expect(failure('{"a": 1, "a": 2}', true).code).toBe("CONFIG_MALFORMED");
    expect(failure('{"a": 1,, "b": 2}', true).code).toBe("CONFIG_MALFORMED");
  });

  it("reads comments alone where the harness takes no trailing comma", () => {
    const dialect = { path: "settings.json", comments: true, trailingCommas: false };
    const text = '{ // one, }\n "a": [1, /* two, ] */ "// no comment", 2]\n}';
    expect(jsonSource(parseJsonDocument(text, dialect))).toBe(text);
    for (const broken of ['{ "a": 1, // x\n}', '{ "a": [1, /* x */ ] }', '{ "a": 01 /* x */ }']) {
      expect(() => parseJsonDocument(broken, dialect), broken).toThrow(
        expect.objectContaining({ code: "CONFIG_MALFORMED" }),
      );
    }
  });

  it("keeps a byte order mark apart", () => {
    const document = parseJsonDocument("\uFEFF{}", { path: "settings.json" });
    expect(document.text).toBe("{}");
    expect(jsonSource(document)).toBe("\uFEFF{}");
  });
});
