import assert from "node:assert/strict";
import { planOf, refusalOf, snapshotsOf, statusesOf, targetsOf, usualForwarder } from "../installation.js";
import type { HarnessOptions } from "../options.js";

/** A file that cannot be understood is refused, never repaired or replaced. */
export function describeMalformedConfig({ runner: { describe, it }, adapter }: HarnessOptions): void {
  describe("malformed config", () => {
    for (const target of targetsOf(adapter)) {
      describe(target.name, () => {
        const malformed = target.ownership === "own" ? {} : target.samples.malformed;
        for (const [name, text] of Object.entries(malformed)) {
          it(`refuses ${name}`, () => {
            const texts = new Map([[target.path, text]]);
            const refusal = refusalOf(() => planOf(adapter, "install", texts));
            assert.ok(refusal !== undefined, "something is planned");
            assert.match(refusal.code, /^CONFIG_(MALFORMED|SHAPE)$/);
            assert.equal(refusal.fields.path, target.path);
            assert.ok(refusal.hint !== undefined, "there is no hint");
          });

          it(`plans no uninstall of ${name}`, () => {
            const texts = new Map([[target.path, text]]);
            let planned: unknown = [];
            const refusal = refusalOf(() => {
              planned = planOf(adapter, "uninstall", texts);
            });
            if (refusal === undefined) assert.deepEqual(planned, []);
          });

          it(`inspects ${name} without an error, as not installed`, () => {
            const statuses = statusesOf(adapter, new Map([[target.path, text]]));
            assert.deepEqual(
              statuses.filter(({ status }) => status === "installed"),
              [],
            );
          });
        }

        it("inspects a file that cannot be read without an error, as not installed", () => {
          for (const problem of ["unreadable", "not-a-file"] as const) {
            const files = snapshotsOf(adapter, new Map()).map((file) =>
              file.path === target.path ? { ...file, problem } : file,
            );
            const { events, findings } = adapter.inspect(files, usualForwarder);
            assert.ok(!events.some(({ status }) => status === "installed"));
            assert.ok(findings.length > 0, `nothing says that the file is ${problem}`);
          }
        });
      });
    }
  });
}
