import { readFileSync } from "node:fs";
import { type AgentEvent, emptyMemory, reduce, situationOf, toEvent, valuesOf } from "@hexokit/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { translator } from "./hook.js";
import { projectWire } from "./kimi-wire.js";

/**
 * A run of the real Kimi Code 2.1.0: every hook with its time, what the person did (`----`), and Kimi's own
 * record of the session, `wire.jsonl`, as the truth. Hooks alone must give that truth.
 */
const folder = new URL("../../../fixtures/kimi/2.1.0/", import.meta.url);
const lines = readFileSync(new URL("timeline.log", folder), "utf8").split("\n");
const records = readFileSync(new URL("transcript.jsonl", folder), "utf8").trim().split("\n");
const session = "session_442a69f6-284f-4579-85e7-dd44666004d3";

interface HookLine {
  readonly time: number;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Hooks of the session that the record is of: up to its /new. */
const hooks = lines.flatMap((line): HookLine[] => {
  const [, seconds, event = "", words = ""] = /^(\d+\.\d+) user-\w+ (\w+) (.*)$/.exec(line) ?? [];
  const time = Number(seconds);
  if (event === "" || time > 1796078250) return [];
  return [{ time, event, payload: JSON.parse(words.replace(/…/g, '"…"')) }];
});

const actions = lines.flatMap((line) => {
  const [, seconds, text = ""] = /^(\d+\.\d+) ---- (.*)$/.exec(line) ?? [];
  return seconds === undefined ? [] : [{ time: Number(seconds), text }];
});

interface TimedEvent extends AgentEvent {
  readonly time: number;
}

const events = hooks.flatMap(({ time, event, payload }, index): TimedEvent[] => {
  const full = { session_id: session, ...payload };
  const outcome = translator.translate({ event, payload: full, environment: {} });
  if (outcome.kind === "ignore") return [];
  const key = { startTime: Math.floor(time * 100), pid: index + 1 };
  const agent = { provider: "kimi", pid: 7, startTime: 1 };
  return [{ ...toEvent(outcome, agent, key, Math.floor(time * 1000)), time }];
});

function stateAfter(arrivals: readonly { readonly event: AgentEvent; readonly at: number }[]) {
  const memory = arrivals.reduce((known, { event }) => reduce(known, event, 100), emptyMemory);
  return valuesOf(situationOf(memory))?.state;
}

/** Longest time that a hook and its record came after one another in this log. */
const settleTime = 0.4;

const changes = records.map((record) => Number(JSON.parse(record).time) / 1000).filter((time) => time > 0);

/** Moments at which record and hooks have had time to settle. */
const moments = changes
  .map((time) => time + settleTime)
  .filter(
    (moment) =>
      ![...changes, ...hooks.map(({ time }) => time)].some((time) => Math.abs(moment - 0.15 - time) < 0.15),
  );

function truthAt(moment: number): string | undefined {
  const known = records.filter((record) => Number(JSON.parse(record).time ?? 0) / 1000 <= moment);
  const { turn, asks } = projectWire(known, 0);
  return asks.length > 0 ? "waiting" : turn?.is;
}

function contradictions(stateAt: (moment: number) => string | undefined): readonly string[] {
  return moments.flatMap((moment) => {
    const want = truthAt(moment);
    const state = stateAt(moment);
    const action = actions.findLast(({ time }) => time <= moment)?.text;
    return state === want ? [] : [`${action}: the record says ${want}, hooks say ${state}`];
  });
}

describe("the recorded run of Kimi Code 2.1.0", () => {
  it("is a log worth replaying", () => {
    expect(events.length).toBeGreaterThan(60);
    expect(new Set(moments.map(truthAt))).toEqual(new Set(["active", "waiting", "idle"]));
    expect(moments.length).toBeGreaterThan(20);
  });

  it("gives the states of Kimi's own record, in order", () => {
    const inOrder = events.map((event) => ({ event, at: event.time }));
    expect(contradictions((moment) => stateAfter(inOrder.filter(({ at }) => at <= moment)))).toEqual([]);
  });

  it("gives them too when every event arrives up to 100 ms late, in any order", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(100)), (delays) => {
        const arrivals = events
          .map((event) => ({ event, at: event.time + (delays.next().value ?? 0) / 1000 }))
          .sort((left, right) => left.at - right.at);
        expect(contradictions((moment) => stateAfter(arrivals.filter(({ at }) => at <= moment)))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
