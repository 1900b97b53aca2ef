import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readTranscriptWindow } from "./read-transcript-window.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hexokit-window-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function file(text: string): string {
  const path = join(folder, "transcript.jsonl");
  writeFileSync(path, text);
  return path;
}

it("is the whole text of a short file", () => {
  const path = file('{"a":1}\n{"half');
  expect(readTranscriptWindow(path)).toEqual({ path, head: '{"a":1}\n{"half', tail: "", complete: true });
  expect(readTranscriptWindow(file(""))).toMatchObject({ head: "", complete: true });
});

it("is the beginning and the end of a long one, in whole lines", () => {
  const line = `${"é".repeat(500)}\n`;
  const count = 9_000;
  const window = readTranscriptWindow(file(`first\n${line.repeat(count)}last\n`));
  expect(window?.complete).toBe(false);
  expect(window?.head.startsWith("first\n")).toBe(true);
  expect(window?.tail.endsWith(`${line}last\n`)).toBe(true);
  for (const text of [window?.head ?? "", window?.tail ?? ""]) {
    const lines = new Set(text.split("\n"));
    expect([...lines].filter((one) => !["first", "last", "", line.trimEnd()].includes(one))).toEqual([]);
  }
  expect(Buffer.byteLength(window?.head ?? "")).toBeLessThanOrEqual(64 * 1024);
  expect(Buffer.byteLength(window?.tail ?? "")).toBeLessThanOrEqual(8 * 1024 * 1024);
});

it("is unknown for what is no readable file", () => {
  mkdirSync(join(folder, "directory"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  for (const path of [undefined, 7, "", "relative.jsonl", "/nowhere/x", "/dev/zero", "x\0"])
    expect(readTranscriptWindow(path)).toBeUndefined();
  for (const name of ["directory", "pipe"]) expect(readTranscriptWindow(join(folder, name))).toBeUndefined();
});

it("is unknown when reading takes longer than 100 ms", () => {
  const path = file("x\n".repeat(2_000_000));
  let time = 0;
  expect(readTranscriptWindow(path, () => (time += 30))).toBeUndefined();
  expect(readTranscriptWindow(path, () => (time += 5))).toBeDefined();
});
