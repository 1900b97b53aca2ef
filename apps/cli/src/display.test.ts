import { describe, expect, it } from "vitest";
import { age, cutToWidth, displayWidth, shortPath, table } from "./display.js";
import { toJson } from "./json-output.js";

describe("display", () => {
  it.each([
    ["plain", 5],
    ["über", 4],
    ["e\u0301", 1],
    ["漢字", 4],
    ["한국", 4],
    ["👩‍👩‍👧", 2],
    ["⚠️", 2],
    ["🇩🇪", 2],
    ["…", 1],
    ["", 0],
  ])("%s is as wide as a terminal makes it", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it("cuts between characters, never above the limit", () => {
    expect(["漢字漢字", "plain text", "fits"].map((text) => cutToWidth(text, 6))).toEqual([
      "漢字…",
      "plain…",
      "fits",
    ]);
    expect([cutToWidth("漢字", 3), cutToWidth("ab", 1), cutToWidth("ab", 0)]).toEqual(["漢…", "…", ""]);
  });

  it("aligns columns by width, makes texts harmless and cuts the line", () => {
    const rows = [
      [{ text: "漢字" }, { text: "\u001b[31mred\u0007" }],
      [{ text: "a" }, { text: "long long text" }],
    ];
    expect(table(rows, undefined)).toEqual(["漢字  [31mred", "a     long long text"]);
    expect(table(rows, 12)).toEqual(["漢字  [31mr…", "a     long …"]);
  });

  it("tells ages, and dashes for an unknown one", () => {
    const now = 1_000_000_000;
    expect([0, 999_970, 999_000, 990_000, 1, 1_000_009].map((since) => age(since, now))).toEqual([
      "–",
      "30s",
      "16m",
      "2h",
      "11d",
      "0s",
    ]);
  });

  it("shortens the home only", () => {
    expect([
      shortPath("/home/me", "/home/me"),
      shortPath("/home/me/x", "/home/me"),
      shortPath("/home/mean", "/home/me"),
    ]).toEqual(["~", "~/x", "/home/mean"]);
  });

  it("escapes in JSON what could drive a terminal, and changes no value", () => {
    const value = { text: "\u009b31m\u202e\u001b" };
    expect(toJson(value)).toBe('{"text":"\\u009b31m\\u202e\\u001b"}');
    expect(JSON.parse(toJson(value))).toEqual(value);
  });
});
