import type { FileChange } from "@hexokit/core";
import { createTwoFilesPatch } from "diff";
import type { Output } from "../output.js";

/** A unified diff of one change, as `diff -u` writes it. */
export function unifiedDiff({ path, before, after }: FileChange): string {
  const from = before === undefined ? "/dev/null" : path;
  const to = after === undefined ? "/dev/null" : path;
  const patch = createTwoFilesPatch(from, to, before ?? "", after ?? "", undefined, undefined, {
    context: 3,
  });
  // Its first line is a rule that patch files do not need.
  return patch.slice(patch.indexOf("--- "));
}

/** The diff for a terminal: coloured, and with what could drive the terminal made visible. */
export function paintedDiff(change: FileChange, { style }: Output): string {
  return unifiedDiff(change)
    .trimEnd()
    .split("\n")
    .map((line, index) => {
      const text = line
        .replace(/\r$/, "")
        .replace(/[^\P{Cc}\t]|[\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, "�");
      if (index < 2) return style("bold", text);
      if (text.startsWith("+")) return style("green", text);
      if (text.startsWith("-")) return style("red", text);
      return text.startsWith("@@") ? style("cyan", text) : text;
    })
    .join("\n");
}
