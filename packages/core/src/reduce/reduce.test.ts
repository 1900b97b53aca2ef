import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HookEventOutcome } from "../contract/hook-outcome.js";
import { applyEvent, stateOf } from "./apply-event.js";
import { agentOne, arbitraryEvents } from "./arbitrary-events.js";
import { ownerOf, toolOwner } from "./atoms.js";
import { type AgentEvent, emptyMemory, emptySituation, type Memory } from "./memory.js";
import { reduce, situationOf, valuesOf } from "./reduce.js";
import { toEvent } from "./to-event.js";

const runs = { numRuns: Number(process.env.HEXOKIT_PROPERTY_RUNS ?? 2000) };

/** Hundredths of a second. */
const window = 300;

const clockAt = (ticks: number) => ({ ticks, ticksPerSecond: 100 });

function arriveInOrder(events: readonly AgentEvent[], memory: Memory = emptyMemory): Memory {
  return events.reduce((folded, event) => reduce(folded, event, clockAt(event.key.startTime)), memory);
}

type Said = Omit<HookEventOutcome, "kind" | "session">;

let nextPid = 1;
function event(startTime: number, outcome: Said, session = "s1"): AgentEvent {
  nextPid += 1;
  return toEvent(
    { kind: "event", session, ...outcome },
    agentOne,
    { startTime, pid: nextPid },
    startTime * 10,
  );
}

function states(...outcomes: readonly Said[]): readonly (string | undefined)[] {
  let memory = emptyMemory;
  return outcomes.map((outcome, index) => {
    memory = reduce(memory, event(1000 + index * 400, outcome), clockAt(1000 + index * 400));
    return valuesOf(situationOf(memory))?.state;
  });
}

const bash = toolOwner(undefined, "Bash", { command: "ls" });
const write = toolOwner(undefined, "Write", { file_path: "x" });
const childBash = toolOwner("a1", "Bash", { command: "ls" });
const active = { turn: { is: "active" } } as const;
const idle = { turn: { is: "idle" } } as const;
const permission = (owner: string) => ({ ask: { owner, reason: "permission" } }) as const;

describe("reduce: what an event makes of the state", () => {
  it("follows a plain turn", () => {
    expect(
      states(
        idle,
        active,
        { tool: { is: "start", owner: bash }, ...active },
        { tool: { is: "end", owner: bash } },
        idle,
      ),
    ).toEqual(["idle", "active", "active", "active", "idle"]);
  });

  it("keeps an ask open while sibling tools end, and closes it with its own tool", () => {
    expect(
      states(
        active,
        permission(bash),
        { tool: { is: "end", owner: write } },
        { tool: { is: "end", owner: bash } },
      ),
    ).toEqual(["active", "waiting", "waiting", "active"]);
  });

  it("keeps a child's ask open over the root's Stop, which lists the child as running", () => {
    const result = states(
      active,
      { child: "a1", children: { start: "a1" } },
      { child: "a1", ...permission(childBash) },
      { ...idle, children: { set: ["a1"] } },
      { child: "a1", tool: { is: "end", owner: childBash } },
      { child: "a1", children: { end: "a1" } },
    );
    expect(result).toEqual(["active", "active", "waiting", "waiting", "active", "idle"]);
  });

  it("drops a child that the Stop does not list any more, and its asks", () => {
    expect(
      states(
        active,
        { child: "a1", children: { start: "a1" } },
        { child: "a1", ...permission(childBash) },
        { ...idle, children: { set: [] } },
      ),
    ).toEqual(["active", "active", "waiting", "idle"]);
  });

  it("ends the asks of a child that it never saw start, when a Stop does not list it", () => {
    expect(
      states(active, { child: "a1", ...permission(childBash) }, { ...idle, children: { set: [] } }),
    ).toEqual(["active", "waiting", "idle"]);
  });

  it("gives an ask without a tool to the newest open tool, and takes it as a second sight of an open ask", () => {
    const unnamed = { ask: { reason: "permission" } } as const;
    expect(
      states(active, { tool: { is: "start", owner: bash } }, unnamed, { tool: { is: "end", owner: bash } }),
    ).toEqual(["active", "active", "waiting", "active"]);
    expect(states(active, permission(bash), unnamed, { tool: { is: "end", owner: bash } }).at(-1)).toBe(
      "active",
    );
    expect(states(active, unnamed, { tool: { is: "start", owner: bash } })).toEqual([
      "active",
      "waiting",
      "active",
    ]);
  });

  it("ends the root's asks with its turn, except questions that outlive it", () => {
    expect(states(active, permission(bash), idle)).toEqual(["active", "waiting", "idle"]);
    expect(states(active, { ask: { owner: bash, reason: "question", survivesTurn: true } }, idle)).toEqual([
      "active",
      "waiting",
      "waiting",
    ]);
  });

  it("ignores the turn and asks of a tool whose turn has ended, but lets it settle", () => {
    const ended = states(
      { turn: { is: "active", id: "t1" } },
      { turn: { is: "idle", id: "t1" } },
      { ...active, turnId: "t1", ...permission(bash) },
    );
    expect(ended).toEqual(["active", "idle", "idle"]);
  });

  it("is idle after a session's end, unset after the process's, and untouched by another session's end", () => {
    expect(states(active, { end: "session" })).toEqual(["active", "idle"]);
    expect(states(active, { end: "process" })).toEqual(["active", undefined]);
    const memory = arriveInOrder([event(1000, active), event(1001, { end: "process" }, "s2")]);
    expect(valuesOf(situationOf(memory))?.state).toBe("active");
  });

  it("starts from nothing with another session or another agent", () => {
    const memory = arriveInOrder([
      event(1000, active),
      event(1001, permission(bash)),
      event(1002, idle, "s2"),
    ]);
    expect(situationOf(memory)).toMatchObject({ session: "s2", turn: "idle", asks: [] });
    const other = { ...event(1003, active), agent: { provider: "codex", pid: 7, startTime: 9 } };
    expect(situationOf(reduce(memory, other, clockAt(1003)))).toMatchObject({
      agent: { pid: 7 },
      turn: "active",
      asks: [],
    });
  });

  it("counts children without ids from the innermost", () => {
    const start = { children: { start: "anonymous" } } as const;
    const innermost = { turn: { is: "idle", of: "innermost" } } as const;
    expect(states(active, start, innermost, innermost)).toEqual(["active", "active", "active", "idle"]);
  });

  it("says why: what is asked, background work, an error", () => {
    const reason = (...outcomes: readonly Said[]) =>
      valuesOf(situationOf(arriveInOrder(outcomes.map((outcome, index) => event(1000 + index, outcome)))))
        ?.reason;
    expect(reason(active, { ask: { owner: bash, reason: "plan" } })).toBe("plan");
    expect(reason(active, { child: "a1", children: { start: "a1" } })).toBeUndefined();
    expect(reason(active, { ...idle, children: { set: ["a1"] } })).toBe("background");
    expect(reason(active, { ...idle, reason: "error" })).toBe("error");
    expect(reason(active, { ...idle, reason: "error" }, active)).toBeUndefined();
  });

  it("dates a state from the event that changed its word", () => {
    const memory = arriveInOrder([
      event(1000, idle),
      event(1100, active),
      event(1200, { tool: { is: "start", owner: bash }, ...active }),
    ]);
    expect(valuesOf(situationOf(memory))?.since).toBe(11_000);
  });

  it("lets an event older than the base only remove", () => {
    const base = arriveInOrder([
      event(1000, active),
      event(1100, permission(bash)),
      event(2000, permission(write)),
    ]);
    expect(base.events).toHaveLength(1);
    const late = reduce(base, event(1050, permission("main-late")), clockAt(2000));
    expect(situationOf(late).asks.map((ask) => ask.owner)).toEqual([bash, write]);
    const removed = reduce(base, event(1050, { tool: { is: "end", owner: bash } }), clockAt(2000));
    expect(situationOf(removed).asks.map((ask) => ask.owner)).toEqual([write]);
  });
});

describe("reduce: rules over random sequences", () => {
  it("gives the same state for every permutation of arrivals inside the window", () => {
    const sequence = arbitraryEvents({ max: 9 }, 32);
    const shuffled = sequence.chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray([...events], { minLength: events.length })),
    );
    fc.assert(
      fc.property(shuffled, ([events, arrivals]) => {
        const end = events.at(-1)?.key.startTime ?? 0;
        const inOrder = events.reduce((memory, one) => reduce(memory, one, clockAt(end)), emptyMemory);
        const permuted = arrivals.reduce((memory, one) => reduce(memory, one, clockAt(end)), emptyMemory);
        expect(situationOf(permuted)).toEqual(situationOf(inOrder));
        expect(end - (events[0]?.key.startTime ?? end)).toBeLessThan(window);
      }),
      runs,
    );
  });

  it("takes an event that comes twice as one", () => {
    fc.assert(
      fc.property(arbitraryEvents({ max: 9 }, 32), (events) => {
        const end = events.at(-1)?.key.startTime ?? 0;
        const fold = (list: readonly AgentEvent[]) =>
          list.reduce((memory, one) => reduce(memory, one, clockAt(end)), emptyMemory);
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
          memory = reduce(memory, one, clockAt(one.key.startTime));
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
