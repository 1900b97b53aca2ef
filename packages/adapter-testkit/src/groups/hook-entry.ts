import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { fileURLToPath } from "node:url";
import type { HarnessOptions } from "../options.js";

const sizeLimit = 40 * 1024;

/** Imports that remain when the code runs; `import type` and `export type` do not. */
const staticImport = /(?:^|[;\n])\s*(?:import|export)\b(?!\s+type\b)(?:[^"';]*?\bfrom)?\s*["']([^"']+)["']/g;
const dynamicImport = /\b(?:import|require)\(\s*["']([^"']+)["']/g;

/** The light entry, which is loaded on every tool call. */
export function describeHookEntry({ runner: { describe, it }, adapter, hookEntry }: HarnessOptions): void {
  describe("hook entry", () => {
    it("reaches no library", () => {
      assert.deepEqual(reachedFrom(hookEntry).libraries, []);
    });

    it(`is below ${sizeLimit / 1024} KB`, () => {
      const { size } = reachedFrom(hookEntry);
      assert.ok(size < sizeLimit, `${size} bytes`);
    });

    it("exports the adapter's translator", async () => {
      const { translator } = await import(hookEntry.href);
      assert.equal(translator?.id, adapter.id);
      assert.deepEqual(translator.events, adapter.translator.events);
    });
  });
}

function reachedFrom(entry: URL): { libraries: readonly string[]; size: number } {
  const libraries = new Set<string>();
  const files = new Set([entry.href]);
  let size = 0;
  for (const href of files) {
    const text = readFileSync(sourceOf(new URL(href)), "utf8");
    size += Buffer.byteLength(text);
    for (const [, name = ""] of [...text.matchAll(staticImport), ...text.matchAll(dynamicImport)]) {
      if (/^(?:\.|file:)/.test(name)) files.add(new URL(name, href).href);
      else if (!isBuiltin(name) && name !== "@hexokit/core/hook") libraries.add(name);
    }
  }
  return { libraries: [...libraries], size };
}

/** Sources in TypeScript import each other by the name of what they become. */
function sourceOf(url: URL): string {
  const path = fileURLToPath(url);
  return existsSync(path) ? path : path.replace(/\.js$/, ".ts");
}
