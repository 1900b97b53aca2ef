import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cacheFolder, cacheHarness } from "./harness-cache.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hexokit-cache-"));
  vi.stubEnv("HEXOKIT_LAB_CACHE", folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe("cacheHarness", () => {
  it("takes a version that is there, without asking npm", async () => {
    const binaries = join(folder, "@scope/name@1.2.3/node_modules/.bin");
    mkdirSync(binaries, { recursive: true });
    const lines: string[] = [];
    const progress = (line: string) => void lines.push(line);
    expect(await cacheHarness({ package: "@scope/name", version: "1.2.3", progress })).toMatchObject({
      binaries,
    });
    expect(lines).toEqual([]);
  });

  it("leaves nothing behind when npm fails, and says what npm said", async () => {
    vi.stubEnv("npm_config_offline", "true");
    const request = cacheHarness({ package: "hexokit-no-such-package", version: "1.2.3" });
    await expect(request).rejects.toThrow(/npm install .* failed with 1: .*ENOTCACHED/s);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("cacheFolder", () => {
  it("is in the caller's cache unless a folder is named", () => {
    expect(cacheFolder()).toBe(folder);
    vi.stubEnv("HEXOKIT_LAB_CACHE", "");
    vi.stubEnv("XDG_CACHE_HOME", "/somewhere/cache");
    expect(cacheFolder()).toBe("/somewhere/cache/hexokit-lab");
  });
});
