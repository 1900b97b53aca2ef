import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HexoError } from "../errors.js";
import { asOrdinaryUser } from "./as-ordinary-user.js";
import { readSnapshot, readSnapshots } from "./file-snapshots.js";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "hexokit-snapshots-"));
  path = join(directory, "settings.json");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const file = (role: "install" | "read") => ({ path, role, ownership: "shared" }) as const;
function code(role: "install" | "read" = "install"): string {
  try {
    return readSnapshots([file(role)])[0]?.problem ?? "read";
  } catch (error) {
    if (HexoError.isInstance(error)) return error.code;
    throw error;
  }
}

describe("readSnapshots", () => {
  it("keeps every character, and says what is not there", () => {
    writeFileSync(path, "\uFEFF{}\r\n");
    const other = { ...file("read"), path: join(directory, "other.json") };
    expect(readSnapshots([file("install"), other])).toEqual([
      { path, role: "install", text: "\uFEFF{}\r\n", symbolicLink: false },
      { path: other.path, role: "read", text: undefined, symbolicLink: false },
    ]);
  });

  it("reads through symbolic links", () => {
    writeFileSync(join(directory, "target"), "{}");
    symlinkSync("target", join(directory, "between"));
    symlinkSync("between", path);
    expect(readSnapshot(path)).toEqual({ path, text: "{}", symbolicLink: true });
  });

  const bad: [string, string, string, () => void][] = [
    ["a directory", "CONFIG_UNREADABLE", "not-a-file", () => mkdirSync(path)],
    ["a dangling symbolic link", "CONFIG_UNREADABLE", "not-a-file", () => symlinkSync("nowhere", path)],
    [
      "a symbolic link to itself",
      "CONFIG_UNREADABLE",
      "unreadable",
      () => symlinkSync("settings.json", path),
    ],
    ["a pipe", "CONFIG_UNREADABLE", "not-a-file", () => void spawnSync("mkfifo", [path])],
    [
      "not UTF-8",
      "CONFIG_MALFORMED",
      "unreadable",
      () => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])),
    ],
    [
      "UTF-16",
      "CONFIG_MALFORMED",
      "unreadable",
      () => writeFileSync(path, Buffer.from("\uFEFF{}", "utf16le")),
    ],
  ];
  it.each(bad)("refuses to install into %s, and reports it elsewhere", (_, expected, problem, prepare) => {
    prepare();
    expect(code()).toBe(expected);
    expect(code("read")).toBe(problem);
  });

  it("refuses a file below something that is no directory", () => {
    writeFileSync(join(directory, "file"), "");
    path = join(directory, "file", "settings.json");
    expect(code()).toBe("CONFIG_UNREADABLE");
  });

  it("refuses a file that may not be read", () => {
    writeFileSync(path, "{}");
    chmodSync(path, 0o000);
    expect(asOrdinaryUser(directory, () => code())).toBe("CONFIG_UNREADABLE");
    expect(asOrdinaryUser(directory, () => code("read"))).toBe("unreadable");
  });
});
