import assert from "node:assert/strict";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applyChanges, hostEnvironment, readSnapshots } from "@hexokit/core";
import { type Action, refusalOf, type Target, targetsOf, usualForwarder } from "../installation.js";
import type { HarnessOptions } from "../options.js";

/** The adapter's changes, written by core into a temporary home. */
export function describeRealFiles({ runner: { describe, it }, adapter }: HarnessOptions): void {
  const carryOut = (action: Action, home: string) => {
    const host = hostEnvironment({}, join(home, "project"), home);
    // Nothing outside the temporary home is so much as read.
    const files = adapter.files(host).filter(({ path }) => path.startsWith(`${home}/`));
    const { version } = adapter.verified;
    applyChanges(adapter.plan({ action, files: readSnapshots(files), forwarder: usualForwarder, version }));
  };

  describe("real files", () => {
    it("makes files that are for the user alone", () =>
      withHome((home) => {
        carryOut("install", home);
        const paths = targetsOf(adapter).map(({ path }) => placeOf(path, home));
        for (const path of paths) assert.equal(statSync(path).mode & 0o777, 0o600, path);
      }));

    for (const target of targetsOf(adapter).filter(({ ownership }) => ownership === "shared")) {
      const sample = Object.values(target.samples.texts).find((text) => text.trim().length > 2) ?? "";
      describe(target.name, () => {
        for (const mode of [0o600, 0o640]) {
          it(`keeps the mode ${mode.toString(8)}`, () =>
            withHome((home) => {
              const path = putFile(target, home, sample, mode);
              for (const action of ["install", "uninstall"] as const) {
                const before = readFileSync(path, "utf8");
                carryOut(action, home);
                assert.notEqual(readFileSync(path, "utf8"), before, `the ${action} wrote nothing`);
                assert.equal(statSync(path).mode & 0o777, mode, action);
              }
            }));
        }

        it("writes through a symbolic link", () =>
          withHome((home) => {
            const file = join(home, "dotfiles", target.name);
            mkdirSync(dirname(file));
            writeFileSync(file, sample);
            const path = placeOf(target.path, home);
            mkdirSync(dirname(path), { recursive: true });
            symlinkSync(file, path);
            for (const action of ["install", "uninstall"] as const) {
              const before = readFileSync(file, "utf8");
              carryOut(action, home);
              assert.notEqual(readFileSync(file, "utf8"), before, `the ${action} wrote nothing`);
              assert.ok(lstatSync(path).isSymbolicLink(), `the ${action} replaced the link`);
            }
          }));

        it("refuses a read-only file and leaves nothing behind", () =>
          withHome((home) => {
            const path = putFile(target, home, sample, 0o400);
            const before = readdirSync(dirname(path));
            assert.equal(refusalOf(() => carryOut("install", home))?.code, "CONFIG_READ_ONLY");
            assert.equal(readFileSync(path, "utf8"), sample);
            assert.deepEqual(readdirSync(dirname(path)), before);
          }));
      });
    }
  });
}

/** Where a file of the home in memory is in a real one. */
function placeOf(path: string, home: string): string {
  return path.replace(/^\/home\/user\//, () => `${home}/`);
}

function putFile(target: Target, home: string, text: string, mode: number): string {
  const path = placeOf(target.path, home);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

function withHome(body: (home: string) => void): void {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "hexokit-testkit-")));
  try {
    body(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
