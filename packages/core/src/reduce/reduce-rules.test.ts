import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEvent, stateOf } from "./apply-event.js";
import { arbitraryEvents } from "./arbitrary-events.js";
import { ownerOf } from "./atoms.js";
import { type AgentEvent, emptyMemory, emptySituation } from "./memory.js";
import { reduce, situationOf } from "./reduce.js";
import { arriveInOrder, ticksPerSecond } from "./sample-events.js";

const runs = { numRuns: Number(process.env.HEXOKIT_PROPERTY_RUNS ?? 2000) };

/** Hundredths of a second. */
const window = 300;

describe("reduce: rules over random sequences", () => {
  it("gives the same state for every permutation of arrivals inside the window", () => {
    const sequence = arbitraryEvents({ max: 9 }, 32);
    const shuffled = sequence.chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray([...events], { minLength: events.length })),
    );
    fc.assert(
      fc.property(shuffled, ([events, arrivals]) => {
        const end = events.at(-1)?.key.startTime ?? 0;
        const inOrder = events.reduce((memory, one) => reduce(memory, one, ticksPerSecond), emptyMemory);
        const permuted = arrivals.reduce((memory, one) => reduce(memory, one, ticksPerSecond), emptyMemory);
        expect(situationOf(permuted)).toEqual(situationOf(inOrder));
        expect(end - (events[0]?.key.startTime ?? end)).toBeLessThan(window);
      }),
      runs,
    );
  });

  it("takes an event that comes twice as one", () => {
    fc.assert(
      fc.property(arbitraryEvents({ max: 9 }, 32), (events) => {
        const fold = (list: readonly AgentEvent[]) =>
          list.reduce((memory, one) => reduce(memory, one, ticksPerSecond), emptyMemory);
        expect(fold([...events, ...events])).toEqual(fold(events));
      }),
      runs,
    );
  });

  it("folds to what plain application in order gives, whenever the base moves on", () => {
    fc.assert(
      fc.property(arbitraryEvents({ max: 200 }), (events) => {
        expect(situationOf(arriveInOrder(events))).toEqual(events.reduce(applyEvent, emptySituation));
      }),
      runs,
    );
  });

  it("obeys the rules of state after every event, dropped, doubled or not", () => {
    fc.assert(
      fc.property(arbitraryEvents({ max: 200 }), fc.infiniteStream(fc.nat(9)), (events, luck) => {
        let memory = emptyMemory;
        for (const one of events) {
          const roll = luck.next().value ?? 9;
          if (roll === 0) continue;
          const before = situationOf(memory);
          memory = reduce(memory, one, ticksPerSecond);
          const after = situationOf(memory);
          if (after.asks.length > 0) expect(stateOf(after)).toBe("waiting");
          else if (after.children.length + after.anonymousChildren > 0) expect(stateOf(after)).toBe("active");
          else if (!after.ended) expect(stateOf(after)).toBe(after.turn);
          if (one.child !== undefined) {
            expect([after.session, after.turn, after.agent]).toEqual([
              before.session,
              before.turn,
              before.agent,
            ]);
          }
          if (
            one.tool?.is === "end" &&
            after.agent === before.agent &&
            one.child === undefined &&
            one.ask === undefined
          ) {
            const others = before.asks.filter(
              (ask) => ask.owner !== one.tool?.owner && ask.owner !== "main-0",
            );
            if (after.session === before.session) expect(after.asks).toEqual(expect.arrayContaining(others));
          }
          if (
            one.turn?.is === "idle" &&
            one.turn.of === undefined &&
            one.child === undefined &&
            one.ask === undefined
          ) {
            expect(after.asks.filter((ask) => ownerOf(ask.owner) === "main" && !ask.survivesTurn)).toEqual(
              [],
            );
          }
          expect(new Set(after.asks.map((ask) => ask.owner)).size).toBe(after.asks.length);
        }
      }),
      runs,
    );
  });
});
