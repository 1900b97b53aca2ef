import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HexoError } from "../errors.js";
import { holdsMark, type MarkedBlock, planMarkedBlock } from "./marked-block.js";

const block: MarkedBlock = {
  command: "rk tmux install",
  printCommand: "rk tmux status",
  lines: ["set -g @a '◆'", "", "if-shell -F 1 {", "  set -g @b 2", "}"],
};
const older: MarkedBlock = { ...block, lines: ["set -g @old 1"] };

type Text = string | undefined;

function apply(action: "install" | "uninstall", text: Text, which = block, symbolicLink = false): Text {
  const change = planMarkedBlock(action, { path: "/tmux.conf", text, symbolicLink }, which);
  if (change !== undefined) expect(change.before).toBe(text);
  return change === undefined ? text : change.after;
}

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return HexoError.isInstance(error) ? error.code : String(error);
  }
}

const line = fc.constantFrom(
  "set -g status-right 'x'",
  "  # a comment",
  "# >>> other >>>",
  "# <<< hexokitten <<<",
  "bind x \\",
  "",
  " ",
);
const texts = fc.oneof(
  fc.constantFrom<Text>(undefined, "", "\n", "\r\n", " ", "x", "x\n\n"),
  fc
    .tuple(fc.array(line), fc.constantFrom("\n", "\r\n"), fc.boolean())
    .map(([lines, newline, isClosed]) => lines.join(newline) + (isClosed ? newline : "")),
);

describe("planMarkedBlock", () => {
  it("gives back the bytes, and does nothing twice", () => {
    fc.assert(
      fc.property(texts, (original) => {
        const installed = apply("install", original) ?? "";
        expect(installed.startsWith(original ?? "")).toBe(true);
        expect(installed.replaceAll("\r\n", "\n")).toContain(
          `>>>\n${block.lines.join("\n")}\n# <<< hexokit <<<`,
        );
        expect(holdsMark(installed)).toBe(true);
        expect(apply("install", installed)).toBe(installed);
        expect(apply("uninstall", installed)).toBe(original);
        expect(apply("uninstall", original)).toBe(original);
      }),
    );
  });

  it("brings an older block up to date in its place, and keeps what stands behind it", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom("", "set -g @later 1\n", "\n# later"), (original, later) => {
        const before = (apply("install", original, older) ?? "") + later;
        const after = apply("install", before) ?? "";
        expect(after).toBe((apply("install", original) ?? "") + later);
        const removed = apply("uninstall", after) ?? "";
        expect(removed.startsWith(original ?? "")).toBe(true);
        expect(removed.endsWith(later)).toBe(true);
      }),
    );
  });

  it("keeps the newline style, and a linked file that becomes empty", () => {
    expect(apply("install", "a\r\nb")).toMatch(
      /^a\r\nb\r\n# >>> hexokit [0-9a-f]{8}: .*>>>\r\nset -g @a '◆'\r\n\r\n/,
    );
    expect(apply("install", "a\r\nb")).not.toMatch(/[^\r]\n/);
    expect(apply("uninstall", apply("install", undefined), block, true)).toBe("");
  });

  it.each([
    ["a line was added", (text: string) => text.replace("set -g @b 2", "set -g @b 2\n  set -g @mine 1")],
    ["a line was changed", (text: string) => text.replace("@b 2", "@b 3")],
    ["a line was taken out", (text: string) => text.replace("  set -g @b 2\n", "")],
    ["a mark is gone", (text: string) => text.replace("# <<< hexokit <<<\n", "")],
    ["the marks are swapped", () => "# <<< hexokit <<<\n# >>> hexokit 00000000: x >>>\n"],
    ["the block is there twice", (text: string) => text + text],
  ])("refuses when %s", (_what, edit) => {
    const edited = edit(apply("install", "set -g @user 1\n") ?? "");
    expect(codeOf(() => apply("install", edited))).toBe("CONFIG_SHAPE");
    expect(codeOf(() => apply("uninstall", edited))).toBe("CONFIG_SHAPE");
  });
});
