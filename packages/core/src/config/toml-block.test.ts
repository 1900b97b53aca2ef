import { describe, expect, it } from "vitest";
import { HexoError } from "../errors.js";
import { planTomlBlock, type TomlBlockTarget } from "./toml-block.js";

const target: TomlBlockTarget = {
  list: "hooks",
  tables: [
    { event: "Start", command: `sh -c 'x "$HOME" \u007f'`, timeout: 3 },
    { event: "Stop", command: "ours", timeout: 3 },
  ],
  isOurs: ({ command }) => command === "ours" || String(command).startsWith("sh -c 'x"),
};

const block = `# >>> hexokit: written by \`rk agent setup\`, taken out by \`rk agent setup --uninstall\` >>>
[[hooks]]
event = "Start"
command = "sh -c 'x \\"$HOME\\" \\u007f'"
timeout = 3

[[hooks]]
event = "Stop"
command = "ours"
timeout = 3
# <<< hexokit <<<`;

function plan(action: "install" | "uninstall", text: string | undefined, symbolicLink = false) {
  return planTomlBlock(action, { path: "/config.toml", text, symbolicLink }, target);
}

function after(action: "install" | "uninstall", text: string | undefined): string | undefined {
  const change = plan(action, text);
  return change === undefined ? text : change.after;
}

describe("planTomlBlock", () => {
  it("puts a block at the end, a blank line before it", () => {
    expect(after("install", 'a = "b"\n[t]\n')).toBe(`a = "b"\n[t]\n\n${block}\n`);
    expect(after("install", 'a = "b"')).toBe(`a = "b"\n${block}\n`);
    expect(after("install", undefined)).toBe(`${block}\n`);
    expect(after("install", "")).toBe(block);
    expect(after("install", "\uFEFFa = 1\r\nb = 2\r\n")).toBe(
      `\uFEFFa = 1\r\nb = 2\r\n\r\n${block.replaceAll("\n", "\r\n")}\r\n`,
    );
  });

  it("takes a file that it made away, but only empties one that is a symbolic link", () => {
    expect(plan("uninstall", `${block}\n`)).toEqual({
      path: "/config.toml",
      before: `${block}\n`,
      after: undefined,
    });
    expect(plan("uninstall", `${block}\n`, true)?.after).toBe("");
    expect(plan("uninstall", undefined)).toBeUndefined();
  });

  it("brings an older block up to date in its place, also with something behind it", () => {
    const older = `a = 1\n\n# >>> hexokit 0 >>>\n[[hooks]]\ncommand = "ours"\n# <<< hexokit <<<\n[t]\nx = 1\n`;
    expect(after("install", older)).toBe(`a = 1\n\n${block}\n[t]\nx = 1\n`);
    expect(after("uninstall", older)).toBe("a = 1\n[t]\nx = 1\n");
  });

  it("moves ours out of a block that somebody wrote into, and leaves theirs where it is", () => {
    const theirs = '[[hooks]]\nevent = "Stop"\ncommand = "date" # mine\n';
    const mixed = `a = 1\n\n${block.replace('[[hooks]]\nevent = "Stop"', `${theirs}\n$&`)}\n`;
    expect(after("install", mixed)).toBe(`a = 1\n\n${theirs}\n\n${block}\n`);
    expect(after("uninstall", mixed)).toBe(`a = 1\n\n${theirs}\n`);
  });

  it("keeps a comment that somebody wrote into a table of ours", () => {
    const commented = `# top\n[[hooks]] # mine\n# also mine\ncommand = "ours"\n\n# theirs\n[t]\n`;
    expect(after("uninstall", commented)).toBe("# top\n# mine\n# also mine\n\n# theirs\n[t]\n");
  });

  it("takes marks for marks only where they are comments on lines of their own", () => {
    const text = 'a = """\n# >>> hexokit >>>\n"""\nb = 1 # >>> hexokit >>>\nc = [ # <<< hexokit <<<\n]\n';
    expect(plan("uninstall", text)).toBeUndefined();
    expect(after("uninstall", `${text}# >>> hexokit >>>\n`)).toBe(text);
  });

  it.each([
    ["hooks = []\n", "CONFIG_SHAPE"],
    ['hooks = [{ command = "date" }]\n', "CONFIG_SHAPE"],
    ['hooks = [{ command = "ours" }]\n', "CONFIG_SHAPE"],
    ["[hooks]\n", "CONFIG_SHAPE"],
    ["hooks.x = 1\n", "CONFIG_SHAPE"],
    ['hooks = "x"\n', "CONFIG_SHAPE"],
    ['[[hooks]]\ncommand = "ours"\n[hooks.more]\nx = 1\n[[hooks]]\n', "CONFIG_SHAPE"],
    ["a = 1\na = 2\n", "CONFIG_MALFORMED"],
    ["a = \n", "CONFIG_MALFORMED"],
    ["[t\n", "CONFIG_MALFORMED"],
  ])("refuses %j: %s", (text, code) => {
    let error: unknown;
    try {
      plan("install", text);
    } catch (thrown) {
      error = thrown;
    }
    expect(HexoError.isInstance(error) && [error.code, error.fields.path, error.hint !== undefined]).toEqual([
      code,
      "/config.toml",
      true,
    ]);
  });

  it("says where a file is malformed", () => {
    expect(() => plan("install", "a = 1\nb = = 2\n")).toThrow(/^\/config\.toml:2:5 is malformed/);
  });
});
