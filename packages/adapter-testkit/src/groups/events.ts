import assert from "node:assert/strict";
import { type HookEventOutcome, isSessionReference } from "@hexokit/core/hook";
import { problemsOf } from "../contract-words.js";
import type { HarnessOptions } from "../options.js";
import { meaningfulOutcomesOf, outcomesOf } from "../outcomes.js";

const ownerPattern = /^[A-Za-z0-9._][A-Za-z0-9._-]{0,79}$/;

function settledOwners(settle: HookEventOutcome["settle"]): readonly string[] {
  if (typeof settle !== "object") return [];
  if ("owners" in settle) return settle.owners;
  return "owner" in settle ? [settle.owner] : [];
}

/** What recorded events mean, and that it is what the capabilities claim. */
export function describeEvents(options: HarnessOptions): void {
  const { runner, adapter, fixtures } = options;
  const { describe, it } = runner;
  const { capabilities, translator } = adapter;
  const registered = new Set(translator.events.map(({ name }) => name));
  const namesWhere = (holds: (outcome: HookEventOutcome) => boolean) =>
    meaningfulOutcomesOf(options)
      .filter(({ outcome }) => holds(outcome))
      .map(({ name }) => name);
  /** A claim needs a recording that shows it; without the claim no recording may show it. */
  const agree = (claimed: boolean, names: readonly string[]) => {
    if (claimed) assert.ok(names.length > 0, "no recorded event shows it");
    else assert.deepEqual(names, []);
  };

  describe("events", () => {
    it("has a recording of each registered event, or a reason why not", () => {
      const recorded = new Set(fixtures.events.map(({ event }) => event));
      const { notCaptured = {} } = fixtures.provenance;
      const missing = [...registered].filter(
        (name) => !recorded.has(name) && !Object.hasOwn(notCaptured, name),
      );
      assert.deepEqual(missing, []);
      const needless = Object.keys(notCaptured).filter((name) => recorded.has(name) || !registered.has(name));
      assert.deepEqual(needless, [], "these are recorded, or not registered at all");
    });

    it("understands every recorded payload of a registered event", () => {
      for (const { name, event, outcome } of outcomesOf(options)) {
        if (!registered.has(event)) continue;
        assert.ok(outcome.kind === "event" || outcome.why !== "payload", name);
      }
    });

    it("ignores events that it does not register", () => {
      for (const { name, event, outcome } of outcomesOf(options)) {
        if (!registered.has(event)) assert.equal(outcome.kind, "ignore", name);
      }
    });

    it("makes something of every registered event", () => {
      const outcomes = outcomesOf(options).filter(({ outcome }) => outcome.kind === "event");
      const understood = new Set(outcomes.map(({ event }) => event));
      const recorded = new Set(fixtures.events.map(({ event }) => event));
      assert.deepEqual(
        [...registered].filter((name) => recorded.has(name) && !understood.has(name)),
        [],
      );
    });

    it("speaks the contract's words", () => {
      for (const { name, outcome } of outcomesOf(options)) assert.deepEqual(problemsOf(outcome), [], name);
    });

    it("names sessions that may stand in a pane option", () => {
      const sessions = meaningfulOutcomesOf(options)
        .map(({ outcome }) => outcome.session)
        .filter((session) => session !== undefined);
      assert.ok(sessions.length > 0, "no recorded event names a session");
      for (const session of sessions) assert.ok(isSessionReference(session), session);
    });

    it("names owners that can be kept", () => {
      for (const { name, outcome } of meaningfulOutcomesOf(options)) {
        const { tool, ask, settle } = outcome;
        for (const owner of [tool?.owner, ask?.owner, ...(ask?.siblings ?? []), ...settledOwners(settle)]) {
          if (owner === undefined) continue;
          assert.match(owner, ownerPattern, name);
          assert.ok(owner.includes("-"), `${name}: ${owner} names nobody`);
        }
      }
    });

    it("begins and ends turns", () => {
      for (const is of ["active", "idle"]) {
        assert.ok(namesWhere(({ turn }) => turn?.is === is).length > 0, `no recorded event makes it ${is}`);
      }
    });

    it("means the same by the same payload", () => {
      for (const { name, outcome, again } of outcomesOf(options)) assert.deepEqual(again, outcome, name);
    });

    it("leaves the payload as it was", () => {
      for (const { name, payload, payloadAfter } of outcomesOf(options))
        assert.deepEqual(payloadAfter, payload, name);
    });

    it(capabilities.waiting ? "tells that a human is asked" : "never says that a human is asked", () =>
      agree(
        capabilities.waiting,
        namesWhere(({ ask }) => ask !== undefined),
      ),
    );

    it(
      capabilities.answers ? "tells that a human has answered" : "never says that a human has answered",
      () =>
        agree(
          capabilities.answers,
          namesWhere(({ settle }) => settledOwners(settle).length > 0),
        ),
    );

    it(
      capabilities.interruptHook ? "tells of an interruption" : "registers no event of an interruption",
      () => {
        // Where it comes as the turn's ordinary end, a recording of that is called so.
        const recorded = capabilities.interruptHook ? namesWhere(({ turn }) => turn?.is === "idle") : [];
        const names = [...registered, ...recorded].filter((name) => /interrupt|abort|cancel/i.test(name));
        agree(capabilities.interruptHook, names);
      },
    );
  });
}
