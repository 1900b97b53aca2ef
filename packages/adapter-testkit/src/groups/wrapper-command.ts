import assert from "node:assert/strict";
import { recogniseWrapperCommand } from "@hexokit/core";
import {
  carryOut,
  commandTargets,
  findCommand,
  noFiles,
  planOf,
  refusalOf,
  usualForwarder,
} from "../installation.js";
import type { HarnessOptions } from "../options.js";

/** The text that is written into a user's config: constant for a harness and event, for ever. */
export function describeWrapperCommand({ runner: { describe, it }, adapter }: HarnessOptions): void {
  if (commandTargets(adapter).length === 0) return;
  const { events } = adapter.translator;

  describe("wrapper command", () => {
    it("lists each event once", () => {
      const names = events.map(({ name, matcher }) => `${name} ${matcher ?? ""}`);
      assert.deepEqual(names, [...new Set(names)]);
    });

    it("is the frozen text, once for each event", () => {
      const texts = carryOut(adapter, "install", noFiles);
      for (const { name } of events) {
        const found = findCommand(adapter, name, texts);
        assert.ok(found !== undefined, `${name} has no command of ours`);
        const { command, target } = found;
        const times = (texts.get(target.path) ?? "").split(target.samples.encode?.(command) ?? "").length - 1;
        assert.equal(times, events.filter((event) => event.name === name).length, name);
        const { provider, event, forwarder } = recogniseWrapperCommand(command) ?? {};
        assert.deepEqual(
          { provider, event, forwarder },
          { provider: adapter.id, event: name, forwarder: usualForwarder },
        );
      }
    });

    it("names the forwarder that it is given", () => {
      for (const forwarder of ["$HOME/.data/hexokit/rk-hook", "/srv/data/hexokit/rk-hook"]) {
        const texts = [...carryOut(adapter, "install", noFiles, forwarder).values()].join("\n");
        assert.ok(texts.includes(forwarder), forwarder);
        assert.ok(!texts.includes(usualForwarder), "another forwarder is named as well");
      }
    });

    it("refuses a forwarder that would need quoting", () => {
      for (const forwarder of ["/srv/my data/rk-hook", "/srv/$(date)/rk-hook", '/srv/"/rk-hook']) {
        const refusal = refusalOf(() => planOf(adapter, "install", noFiles, forwarder));
        assert.equal(refusal?.code, "CONFIG_SHAPE", forwarder);
      }
    });

    it("has a time limit for each event", () => {
      for (const { name, timeout } of events) assert.ok(Number.isInteger(timeout) && timeout > 0, name);
    });
  });
}
