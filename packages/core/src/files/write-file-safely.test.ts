import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HexoError } from "../errors.js";
import { asOrdinaryUser } from "./as-ordinary-user.js";
import { applyChanges, writeFileSafely } from "./write-file-safely.js";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "hexokit-write-"));
  path = join(directory, "settings.json");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const read = () => readFileSync(path, "utf8");
const change = (before: string | undefined, after: string | undefined) => ({ path, before, after });
function failure(work: () => void): HexoError {
  try {
    work();
  } catch (error) {
    if (HexoError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("It was written.");
}

describe("writeFileSafely", () => {
  it("makes a new file and its directories for the user alone", () => {
    path = join(directory, "a", "b", "settings.json");
    writeFileSafely(change(undefined, "{}\n"));
    expect(read()).toBe("{}\n");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, "a")).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(directory, "a", "b"))).toEqual(["settings.json"]);
  });

  it("keeps mode, owner and symbolic links, and leaves nothing beside the file", () => {
    mkdirSync(join(directory, "dotfiles"));
    const target = join(directory, "dotfiles", "claude.json");
    writeFileSync(target, "old");
    chmodSync(target, 0o640);
    if (process.getuid?.() === 0) chownSync(target, 1234, 1234);
    symlinkSync("dotfiles/claude.json", path);
    const { uid, gid } = statSync(target);

    writeFileSafely(change("old", "new"));
    expect(readFileSync(target, "utf8")).toBe("new");
    expect(statSync(target)).toMatchObject({ uid, gid });
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(lstatSync(path).isSymbolicLink() && readlinkSync(path)).toBe("dotfiles/claude.json");
    expect(readdirSync(directory).sort()).toEqual(["dotfiles", "settings.json"]);
    expect(readdirSync(join(directory, "dotfiles"))).toEqual(["claude.json"]);
  });

  it("deletes a file", () => {
    writeFileSync(path, "old");
    writeFileSafely(change("old", undefined));
    expect(readdirSync(directory)).toEqual([]);
  });

  it("takes away what a killed writer left, and nothing else", () => {
    writeFileSync(join(directory, ".hexokit-settings.json-999999999.tmp"), "half");
    writeFileSync(join(directory, `.hexokit-settings.json-${process.ppid}.tmp`), "of a running one");
    writeFileSync(join(directory, ".hexokit-settings.json-mine.tmp"), "the user's");
    writeFileSafely(change(undefined, "new"));
    expect(readdirSync(directory).sort()).toEqual([
      `.hexokit-settings.json-${process.ppid}.tmp`,
      ".hexokit-settings.json-mine.tmp",
      "settings.json",
    ]);
  });

  it.each([
    ["was changed", "other", "old", "new"],
    ["was changed by its mark", "\uFEFFold", "old", "new"],
    ["appeared", "other", undefined, "new"],
    ["was to be deleted and changed", "other", "old", undefined],
  ])("refuses when the file %s", (_, now, before, after) => {
    writeFileSync(path, now);
    expect(failure(() => writeFileSafely(change(before, after))).code).toBe("CONFIG_CHANGED");
    expect(read()).toBe(now);
    expect(readdirSync(directory)).toEqual(["settings.json"]);
  });

  it("refuses when the file has gone", () => {
    expect(failure(() => writeFileSafely(change("old", "new"))).code).toBe("CONFIG_CHANGED");
    expect(readdirSync(directory)).toEqual([]);
  });

  it("refuses a read-only file and shows what to add, even to the superuser", () => {
    writeFileSync(path, "{\n}\n");
    chmodSync(path, 0o444);
    const error = failure(() => writeFileSafely(change("{\n}\n", '{\n  "ours": 1\n}\n')));
    expect(error).toMatchObject({ code: "CONFIG_READ_ONLY", hint: expect.stringContaining('\n  "ours": 1') });
    expect(read()).toBe("{\n}\n");
  });

  it("refuses in a read-only directory, for a new file too", () => {
    mkdirSync(join(directory, "fixed"));
    path = join(directory, "fixed", "settings.json");
    writeFileSync(path, "old");
    chmodSync(join(directory, "fixed"), 0o555);
    asOrdinaryUser(directory, () => {
      expect(failure(() => writeFileSafely(change("old", "new"))).code).toBe("CONFIG_READ_ONLY");
      const fresh = { path: join(directory, "fixed", "other.json"), before: undefined, after: "new" };
      expect(failure(() => writeFileSafely(fresh)).code).toBe("CONFIG_READ_ONLY");
    });
    expect(readdirSync(join(directory, "fixed"))).toEqual(["settings.json"]);
    expect(read()).toBe("old");
  });

  it("does not take a file over from another user", () => {
    if (process.getuid?.() !== 0) return;
    writeFileSync(path, "old");
    chmodSync(path, 0o666);
    asOrdinaryUser(directory, () => {
      expect(failure(() => writeFileSafely(change("old", "new"))).code).toBe("CONFIG_READ_ONLY");
    });
    expect(readdirSync(directory)).toEqual(["settings.json"]);
    expect(read()).toBe("old");
  });

  it("takes back the directories that it made for a file that could not be written", () => {
    path = join(directory, "a", "b", `${"x".repeat(300)}.json`);
    expect(failure(() => writeFileSafely(change(undefined, "new"))).code).toMatch(
      /WRITE_FAILED|CONFIG_UNREADABLE/,
    );
    expect(readdirSync(directory)).toEqual([]);
  });

  it("says that the old file is intact when a directory cannot be made", () => {
    path = join(directory, "file", "settings.json");
    writeFileSync(join(directory, "file"), "old");
    expect(failure(() => writeFileSafely(change(undefined, "new"))).code).toBe("CONFIG_UNREADABLE");
    expect(readFileSync(join(directory, "file"), "utf8")).toBe("old");
  });
});

describe("applyChanges", () => {
  it("writes none when one cannot be written", () => {
    writeFileSync(path, "changed");
    const first = { path: join(directory, "first.json"), before: undefined, after: "new" };
    expect(failure(() => applyChanges([first, change("old", "new")])).code).toBe("CONFIG_CHANGED");
    expect(readdirSync(directory)).toEqual(["settings.json"]);
  });
});
