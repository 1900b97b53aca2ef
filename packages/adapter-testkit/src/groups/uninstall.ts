import assert from "node:assert/strict";
import {
  carryOut,
  commandTargets,
  noFiles,
  olderForwarder,
  planOf,
  samplesIn,
  snapshotsOf,
  targetsOf,
  usualForwarder,
} from "../installation.js";
import { memoryHost } from "../memory-host.js";
import type { HarnessOptions } from "../options.js";

/** An uninstallation from texts: every byte back. */
export function describeUninstall({ runner: { describe, it }, adapter }: HarnessOptions): void {
  describe("uninstall", () => {
    it("gives back the bytes of any file of the user's", () => {
      for (const target of targetsOf(adapter)) {
        for (const [name, texts] of samplesIn(target)) {
          if (texts === noFiles) continue;
          const after = carryOut(adapter, "uninstall", carryOut(adapter, "install", texts));
          assert.deepEqual([...after], [...texts], `${target.name}, ${name}`);
        }
      }
    });

    it("takes away the files that we made", () => {
      assert.deepEqual([...carryOut(adapter, "uninstall", carryOut(adapter, "install", noFiles))], []);
    });

    it("empties a file of ours that is a symbolic link instead of taking the link away", () => {
      const installed = snapshotsOf(adapter, carryOut(adapter, "install", noFiles));
      const files = installed.map((file) => ({ ...file, symbolicLink: file.text !== undefined }));
      for (const { path, after } of adapter.plan({ action: "uninstall", files, forwarder: usualForwarder })) {
        assert.notEqual(after, undefined, path);
      }
    });

    it("has nothing to do where nothing of ours is", () => {
      for (const target of targetsOf(adapter)) {
        for (const [name, texts] of samplesIn(target)) {
          assert.deepEqual(planOf(adapter, "uninstall", texts), [], `${target.name}, ${name}`);
        }
      }
    });

    it("takes out an older installation too", () => {
      for (const target of commandTargets(adapter)) {
        for (const [name, texts] of samplesIn(target)) {
          const older = carryOut(adapter, "install", texts, olderForwarder);
          assert.deepEqual([...carryOut(adapter, "uninstall", older)], [...texts], `${target.name}, ${name}`);
        }
      }
    });

    const former = adapter.files(memoryHost()).filter(({ role }) => role === "former");
    for (const { path } of former) {
      it(`cleans the former place ${path}`, () => {
        const installed = [...carryOut(adapter, "install", noFiles).values()];
        for (const text of installed) {
          assert.equal(carryOut(adapter, "uninstall", new Map([[path, text]])).get(path), undefined);
        }
      });
    }
  });
}
