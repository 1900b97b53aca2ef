import { describe, expect, it } from "vitest";
import { addedText } from "./added-text.js";

describe("addedText", () => {
  it.each([
    ["a\nb\n", "a\nx\ny\nb\n", "x\ny"],
    ["", "x\ny\n", "x\ny"],
    ["a\na\n", "a\na\na\n", "a"],
    ["a\nb\n", "a\n", ""],
    ["a\n", "a\n", ""],
  ])("%j to %j: %j", (before, after, added) => {
    expect(addedText(before, after)).toBe(added);
  });
});
