import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { brokenClaims } from "./broken-claims.js";
import { brokenInstallations } from "./broken-installations.js";
import { referenceAdapter, referenceFixtures } from "./reference-adapter.js";
import { runKit } from "./run-kit.js";

const good = {
  adapter: referenceAdapter(),
  fixtures: referenceFixtures,
  hookEntry: new URL("./reference-translator.ts", import.meta.url),
};
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function entryOf(code: string): URL {
  const folder = mkdtempSync(join(tmpdir(), "hexokit-testkit-"));
  folders.push(folder);
  writeFileSync(join(folder, "part.mjs"), code);
  const path = join(folder, "hook.mjs");
  writeFileSync(
    path,
    `import "./part.mjs";\nexport { translator } from ${JSON.stringify(good.hookEntry.href)};\n`,
  );
  return pathToFileURL(path);
}

describe("an adapter that", () => {
  it.each([...brokenInstallations, ...brokenClaims])(
    "$fault fails one case: $failingCase",
    async ({ failingCase, options }) => {
      expect((await runKit({ ...good, ...options })).failed).toEqual([failingCase]);
    },
  );

  it("has a hook entry that reaches a library fails one case", async () => {
    const hookEntry = entryOf('export const schema = () => import("zod");\n');
    expect((await runKit({ ...good, hookEntry })).failed).toEqual(["hook entry > reaches no library"]);
  });

  it("has a large hook entry fails one case", async () => {
    const hookEntry = entryOf(`export const table = "${"x".repeat(40 * 1024)}";\n`);
    expect((await runKit({ ...good, hookEntry })).failed).toEqual(["hook entry > is below 40 KB"]);
  });
});
