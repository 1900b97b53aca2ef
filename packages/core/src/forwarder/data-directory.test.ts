import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type DataDirectoryContent,
  dataDirectory,
  inspectDataDirectory,
  installDataDirectory,
  removeDataDirectory,
} from "./data-directory.js";
import { fileBanner } from "./file-marker.js";
import { nodeOfForwarder } from "./forwarder-script.js";

let root: string;
let directory: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "hexokit-data-"));
  directory = join(root, "share", "hexokit");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const names = ["hook.cjs", "hooks/claude.cjs", "rk-hook"];
function content(version: string, node = process.execPath, body = "0;"): DataDirectoryContent {
  const bundle = (name: string) => ({ name, text: `${fileBanner(name, version)}\n${body}\n` });
  return { version, node, bundles: [bundle("hook.cjs"), bundle("hooks/claude.cjs")] };
}
const statuses = (wanted: DataDirectoryContent) =>
  inspectDataDirectory(directory, wanted).files.map(({ status }) => status);
const read = (name: string) => readFileSync(join(directory, name), "utf8");

describe("dataDirectory", () => {
  it.each([
    [{}, "/home/u/.local/share/hexokit"],
    [{ XDG_DATA_HOME: "/data" }, "/data/hexokit"],
    [{ XDG_DATA_HOME: "" }, "/home/u/.local/share/hexokit"],
    [{ XDG_DATA_HOME: "relative" }, "/home/u/.local/share/hexokit"],
  ])("%j: %s", (environment, expected) => {
    expect(dataDirectory({ home: "/home/u", environment })).toBe(expected);
  });
});

describe("installDataDirectory", () => {
  it("installs, then has nothing to do, then replaces only by a newer version", () => {
    expect(statuses(content("1.0.0"))).toEqual(["missing", "missing", "missing"]);
    expect(installDataDirectory(directory, content("1.0.0"))).toEqual(names);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, "rk-hook")).mode & 0o777).toBe(0o600);
    expect(statuses(content("1.0.0"))).toEqual(["current", "current", "current"]);
    expect(installDataDirectory(directory, content("1.0.0"))).toEqual([]);

    expect(installDataDirectory(directory, content("1.1.0"))).toEqual(names);
    expect(statuses(content("1.0.0"))).toEqual(["newer", "newer", "newer"]);
    expect(installDataDirectory(directory, content("1.0.0"))).toEqual([]);
    expect(read("hook.cjs")).toContain("1.1.0");
    expect(readdirSync(directory).sort()).toEqual(["hook.cjs", "hooks", "rk-hook"]);
  });

  it("replaces other content of the same version", () => {
    installDataDirectory(directory, content("1.0.0"));
    expect(installDataDirectory(directory, content("1.0.0", process.execPath, "1;"))).toEqual([
      "hook.cjs",
      "hooks/claude.cjs",
    ]);
  });

  it("names another Node only when the installed one is gone", () => {
    const first = join(root, "node");
    writeFileSync(first, "");
    chmodSync(first, 0o755);
    installDataDirectory(directory, content("1.0.0", first));
    expect(installDataDirectory(directory, content("1.0.0"))).toEqual([]);
    expect(inspectDataDirectory(directory, content("1.0.0")).node).toEqual({ path: first, runs: true });
    rmSync(first);
    expect(inspectDataDirectory(directory, content("1.0.0")).node).toEqual({ path: first, runs: false });
    expect(installDataDirectory(directory, content("1.0.0"))).toEqual(["rk-hook"]);
    expect(nodeOfForwarder(read("rk-hook"))).toBe(process.execPath);
  });

  const foreign: [string, (path: string) => void][] = [
    ["another's text", (path) => writeFileSync(path, "echo mine\n")],
    ["a directory", (path) => mkdirSync(path)],
    [
      "a symbolic link",
      (path) => {
        writeFileSync(join(root, "elsewhere"), fileBanner("rk-hook", "0.0.1"));
        symlinkSync(join(root, "elsewhere"), path);
      },
    ],
    ["another file of ours", (path) => writeFileSync(path, fileBanner("hook.cjs", "0.0.1"))],
  ];
  it.each(foreign)("refuses the whole when the forwarder is %s, and never removes it", (_, prepare) => {
    mkdirSync(directory, { recursive: true });
    prepare(join(directory, "rk-hook"));
    expect(statuses(content("1.0.0"))).toEqual(["missing", "missing", "foreign"]);
    expect(() => installDataDirectory(directory, content("1.0.0"))).toThrow(
      expect.objectContaining({ code: "FILE_FOREIGN" }),
    );
    expect(readdirSync(directory)).toEqual(["rk-hook"]);
    expect(removeDataDirectory(directory)).toEqual({ removed: [], foreign: ["rk-hook"] });
    expect(existsSync(join(directory, "rk-hook"))).toBe(true);
  });

  it("refuses when the place of the directory is taken by a file", () => {
    mkdirSync(join(root, "share"));
    writeFileSync(directory, "");
    expect(() => installDataDirectory(directory, content("1.0.0"))).toThrow(
      expect.objectContaining({ code: "FILE_FOREIGN" }),
    );
  });

  it.runIf(process.getuid?.() === 0)("refuses a directory of another user", () => {
    mkdirSync(directory, { recursive: true });
    chownSync(directory, 65534, 65534);
    expect(() => installDataDirectory(directory, content("1.0.0"))).toThrow(
      expect.objectContaining({ code: "FILE_FOREIGN" }),
    );
    expect(() => removeDataDirectory(directory)).toThrow(expect.objectContaining({ code: "FILE_FOREIGN" }));
  });
});

describe("removeDataDirectory", () => {
  it("takes our files of any version, and what a killed write left, then the directory", () => {
    installDataDirectory(directory, content("9.0.0"));
    writeFileSync(join(directory, "hooks", ".hexokit-claude.cjs-999999999.tmp"), "half");
    const { removed, foreign } = removeDataDirectory(directory);
    expect(removed[0]).toBe("rk-hook");
    expect([...removed].sort()).toEqual([
      "hook.cjs",
      "hooks/.hexokit-claude.cjs-999999999.tmp",
      "hooks/claude.cjs",
      "rk-hook",
    ]);
    expect(foreign).toEqual([]);
    expect(readdirSync(join(root, "share"))).toEqual([]);
    expect(removeDataDirectory(directory)).toEqual({ removed: [], foreign: [] });
  });

  it("leaves the directory when something else is in it", () => {
    installDataDirectory(directory, content("1.0.0"));
    writeFileSync(join(directory, "hooks", "mine.cjs"), "0;");
    expect(removeDataDirectory(directory).foreign).toEqual(["hooks/mine.cjs"]);
    expect(readdirSync(directory)).toEqual(["hooks"]);
  });
});
