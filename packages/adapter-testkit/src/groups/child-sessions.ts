import assert from "node:assert/strict";
import { anonymousChild, atom, type ChildChange } from "@hexokit/core/hook";
import type { HarnessOptions } from "../options.js";
import { meaningfulOutcomesOf } from "../outcomes.js";

function idsOf(children: ChildChange | undefined): readonly string[] {
  if (children === undefined) return [];
  if ("set" in children) return children.set;
  return "start" in children ? [children.start] : [children.end];
}

/** Child agents: their events are theirs, and never the root's. */
export function describeChildSessions(options: HarnessOptions): void {
  const { describe, it } = options.runner;
  const namedOnes = () =>
    meaningfulOutcomesOf(options).filter(({ outcome: { child, children } }) =>
      [child ?? anonymousChild, ...idsOf(children)].some((id) => id !== anonymousChild),
    );

  describe("child sessions", () => {
    if (!options.adapter.capabilities.children) {
      it("never names a child", () => {
        const names = namedOnes().map(({ name }) => name);
        assert.deepEqual(names, []);
      });
      return;
    }

    it("tells of children that start and end, and what they do", () => {
      const named = namedOnes();
      const changes = named.map(({ outcome }) => outcome.children);
      assert.ok(
        changes.some((change) => change !== undefined && "start" in change),
        "none starts",
      );
      assert.ok(
        changes.some((change) => change !== undefined && !("start" in change)),
        "none ends",
      );
      assert.ok(
        named.some(({ outcome: { child, tool, ask } }) => child !== undefined && (tool ?? ask) !== undefined),
        "none does anything",
      );
    });

    it("says nothing of the root by an event of a child", () => {
      for (const { name, outcome } of namedOnes()) {
        if (outcome.child === undefined) continue;
        assert.equal(outcome.turn, undefined, `${name}: turn`);
        assert.equal(outcome.end, undefined, `${name}: end`);
      }
    });

    it("gives a child's tools and asks to that child, and the root's to the root", () => {
      for (const { name, outcome } of meaningfulOutcomesOf(options)) {
        const { child, tool, ask } = outcome;
        const owner = child === undefined ? "main" : atom(child);
        for (const found of [tool?.owner, ask?.owner, ...(ask?.siblings ?? [])]) {
          if (found !== undefined)
            assert.ok(found.startsWith(`${owner}-`), `${name}: ${found} is not ${owner}'s`);
        }
      }
    });
  });
}
