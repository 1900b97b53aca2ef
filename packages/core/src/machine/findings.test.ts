import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Finding, pruneFindings, readFinding, removeFinding, storeFinding } from "./findings.js";
import { type MachineDirectory, machineDirectoryAt, openMachineDirectory } from "./machine-directory.js";

let folder: string;
let directory: MachineDirectory;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hexokit-findings-"));
  directory = machineDirectoryAt(join(folder, "machine"));
  expect(openMachineDirectory(directory)).toBeUndefined();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const daemon = { pid: 5, startTime: 50 };
const found: Finding = {
  kind: "found",
  daemon,
  agent: { pid: 7, startTime: 70 },
  pane: { serverPid: 1, serverStartTime: 10, panePid: 6, paneStartTime: 60 },
  socket: "/tmp/a socket with blanks",
  paneId: "%3",
  by: "origin",
};
const none: Finding = { kind: "none", daemon, at: 1_796_000_000_000, why: "several may show it" };

describe("findings", () => {
  it("come back as they were kept, the last one", () => {
    for (const finding of [found, none, { ...found, paneId: undefined }]) {
      storeFinding(directory, "codex", "s1", finding);
      expect(readFinding(directory, "codex", "s1")).toEqual(finding);
    }
    removeFinding(directory, "codex", "s1");
    expect(readFinding(directory, "codex", "s1")).toBeUndefined();
    expect(readdirSync(directory.findings)).toEqual([]);
  });

  it("of names that are none are neither kept nor read", () => {
    storeFinding(directory, "codex", "../../x", found);
    expect(readdirSync(directory.findings)).toEqual([]);
    expect(readFinding(directory, "codex", "../../x")).toBeUndefined();
  });

  it("cut short or of another version are none", () => {
    storeFinding(directory, "codex", "s1", found);
    const file = join(directory.findings, "codex:s1");
    truncateSync(file, 40);
    expect(readFinding(directory, "codex", "s1")).toBeUndefined();
    for (const text of [
      "",
      "2 found 1 2 3\n",
      "1 found 5 50 x y 1 10 6 60 %3 origin /s\n",
      "1 other 5 50\n",
    ]) {
      writeFileSync(file, text);
      expect(readFinding(directory, "codex", "s1"), text).toBeUndefined();
    }
  });

  it("go with their daemon", () => {
    storeFinding(directory, "codex", "s1", found);
    storeFinding(directory, "codex", "s2", { ...none, daemon: { pid: 8, startTime: 80 } });
    expect(pruneFindings(directory, ({ pid }) => pid === 5)).toBe(1);
    expect(readdirSync(directory.findings)).toEqual(["codex:s1"]);
  });
});
