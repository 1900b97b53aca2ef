import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { systemProcesses } from "../process/system-processes.js";
import { hostEnvironment, systemHost } from "./system-host.js";

const folder = mkdtempSync(join(tmpdir(), "hexokit-host-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return name;
}

const environment = { PATH: `${folder}:${process.env.PATH}`, MARK: "seen" };
const { run } = systemHost(hostEnvironment(environment, folder, folder), systemProcesses());

describe("systemHost.run", () => {
  it("gives status and both streams of a program on PATH, without standard input", async () => {
    program("speaks", 'cat; echo "$MARK $1"; echo more >&2; exit 3');
    expect(await run?.("speaks", ["word"], 5000)).toEqual({ status: 3, output: "seen word\nmore\n" });
  });

  it("is undefined for what is not there, does not end in time, or does not stop talking", async () => {
    expect(await run?.("not-there", [], 5000)).toBeUndefined();
    expect(await run?.(program("waits", "exec sleep 30"), [], 50)).toBeUndefined();
    expect(await run?.(program("talks", "exec yes"), [], 5000)).toBeUndefined();
  });
});
