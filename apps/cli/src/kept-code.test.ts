import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machineDirectoryAt } from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KeptCode } from "./kept-code.js";

let root: string;
let folder: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "hexokit-code-"));
  folder = join(root, "machine", "code");
  mkdirSync(join(root, "machine"), { mode: 0o700 });
  file = join(root, "file.cjs");
  writeFileSync(file, program("one"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const program = (answer: string) =>
  `"use strict"; module.exports = { ask: () => "${answer}", join: require("node:path").join };`;

const require = (name: string): unknown => process.getBuiltinModule(name as "node:path");

interface Program {
  ask(): string;
  join(...parts: readonly string[]): string;
}

function load() {
  const loaded = new KeptCode(machineDirectoryAt(join(root, "machine")), require).load(file);
  const { ask, join: joined } = loaded.exports as Program;
  return { answer: joined(ask(), "x"), keepCode: () => loaded.keepCode() };
}

const kept = () => readdirSync(folder).map((name) => join(folder, name));

describe("kept code", () => {
  it("is kept once, in a file of ours alone, and used while the file stays as it is", () => {
    const first = load();
    expect(first.answer).toBe("one/x");
    first.keepCode();
    const [path = ""] = kept();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const { ino } = statSync(path);
    const second = load();
    expect(second.answer).toBe("one/x");
    second.keepCode();
    expect(kept()).toEqual([path]);
    expect(statSync(path).ino).toBe(ino);
  });

  it("is not used for another text, though it be as long", () => {
    load().keepCode();
    writeFileSync(file, program("two"));
    utimesSync(file, 1, 1);
    const next = load();
    expect(next.answer).toBe("two/x");
    next.keepCode();
    expect(kept()).toHaveLength(2);
  });

  it.each([
    ["cut short", (path: string) => truncateSync(path, 100)],
    ["empty", (path: string) => truncateSync(path, 0)],
    ["of something else", (path: string) => writeFileSync(path, "x".repeat(5000))],
  ])("is not used and made anew when it is %s", (_, damage) => {
    load().keepCode();
    const [path = ""] = kept();
    const { size } = statSync(path);
    damage(path);
    // By another name: V8 still has what it compiled under the first.
    const moved = join(root, "moved.cjs");
    renameSync(file, moved);
    file = moved;
    const next = load();
    expect(next.answer).toBe("one/x");
    next.keepCode();
    expect(statSync(path).size).toBe(size);
  });

  it("is neither kept nor used where others may write, or where there is no folder around it", () => {
    load().keepCode();
    const [path = ""] = kept();
    chmodSync(join(root, "machine"), 0o755);
    rmSync(path);
    const open = load();
    expect(open.answer).toBe("one/x");
    open.keepCode();
    expect(kept()).toEqual([]);
    rmSync(join(root, "machine"), { recursive: true });
    const none = load();
    none.keepCode();
    expect(none.answer).toBe("one/x");
    expect(readdirSync(root)).toEqual(["file.cjs"]);
  });

  it("takes no more room than 32 files", () => {
    for (let count = 1; count <= 40; count += 1) {
      utimesSync(file, count, count);
      load().keepCode();
      expect(kept().length).toBeLessThanOrEqual(32);
    }
    expect(kept()).toHaveLength(8);
  });

  it("passes on what a file throws", () => {
    writeFileSync(file, "throw new RangeError();");
    expect(load).toThrow(RangeError);
    rmSync(file);
    expect(load).toThrow(expect.objectContaining({ code: "ENOENT" }));
  });
});
