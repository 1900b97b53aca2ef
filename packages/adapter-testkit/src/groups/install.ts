import assert from "node:assert/strict";
import {
  allEvents,
  carryOut,
  commandTargets,
  findCommand,
  noFiles,
  olderForwarder,
  planOf,
  samplesIn,
  snapshotsOf,
  statusesOf,
  targetsOf,
  usualForwarder,
} from "../installation.js";
import type { HarnessOptions } from "../options.js";

/** The command of the original HexoKit, which named a state instead of the event. */
const originalCommand = (id: string) =>
  `/bin/sh -c '[ -n "$TMUX_PANE" ] || exit 0; "/usr/local/bin/rk" agent hook --agent ${id} idle 2>/dev/null || true'`;

/** An installation into texts: complete, once, and nothing but what is needed. */
export function describeInstall({ runner: { describe, it }, adapter }: HarnessOptions): void {
  describe("install", () => {
    it("installs every event where there is no file, and inspect says so", () => {
      assert.deepEqual(statusesOf(adapter, noFiles), allEvents(adapter, "missing"));
      assert.deepEqual(
        statusesOf(adapter, carryOut(adapter, "install", noFiles)),
        allEvents(adapter, "installed"),
      );
    });

    it("installs every event into any file of the user's", () => {
      for (const target of targetsOf(adapter)) {
        for (const [name, texts] of samplesIn(target)) {
          const statuses = statusesOf(adapter, carryOut(adapter, "install", texts));
          assert.deepEqual(statuses, allEvents(adapter, "installed"), `${target.name}, ${name}`);
        }
      }
    });

    it("has nothing to do the second time", () => {
      for (const target of targetsOf(adapter)) {
        for (const [name, texts] of samplesIn(target)) {
          const installed = carryOut(adapter, "install", texts);
          assert.deepEqual(planOf(adapter, "install", installed), [], `${target.name}, ${name}`);
        }
      }
    });

    it("plans the same from the same texts, and leaves what it was given alone", () => {
      const files = snapshotsOf(adapter, noFiles).map((file) => Object.freeze(file));
      const request = Object.freeze({
        action: "install" as const,
        files: Object.freeze(files),
        forwarder: usualForwarder,
        version: adapter.verified.version,
      });
      assert.deepEqual(adapter.plan(request), adapter.plan(request));
    });

    it("lists each file that changes, with its text before, and only files to install into", () => {
      const mayChange = new Set(targetsOf(adapter).map(({ path }) => path));
      for (const target of targetsOf(adapter)) {
        for (const [name, texts] of samplesIn(target)) {
          for (const { path, before, after } of planOf(adapter, "install", texts)) {
            assert.ok(mayChange.has(path), `${path} is no file to install into`);
            assert.equal(before, texts.get(path), `${name}: the text before is another`);
            assert.notEqual(after, before, `${name}: nothing changes in ${path}`);
          }
        }
      }
    });

    it("brings an older installation up to date in its place", () => {
      for (const target of commandTargets(adapter)) {
        for (const [name, texts] of samplesIn(target)) {
          const older = carryOut(adapter, "install", texts, olderForwarder);
          const expected = older.get(target.path)?.replaceAll(olderForwarder, usualForwarder);
          assert.equal(
            carryOut(adapter, "install", older).get(target.path),
            expected,
            `${target.name}, ${name}`,
          );
        }
      }
    });

    it("replaces the commands of the original HexoKit", () => {
      const fresh = carryOut(adapter, "install", noFiles);
      for (const { path, samples } of commandTargets(adapter)) {
        let original = fresh.get(path) ?? "";
        for (const { name } of adapter.translator.events) {
          const found = findCommand(adapter, name, fresh);
          if (found === undefined || samples.encode === undefined) continue;
          original = original.replaceAll(
            samples.encode(found.command),
            samples.encode(originalCommand(adapter.id)),
          );
        }
        const installed = carryOut(adapter, "install", new Map(fresh).set(path, original));
        assert.deepEqual(statusesOf(adapter, installed), allEvents(adapter, "installed"));
        assert.ok(!installed.get(path)?.includes("agent hook --agent"), "a command of the original is left");
      }
    });
  });
}
