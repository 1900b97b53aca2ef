import { describe, expect, it } from "vitest";
import { toolOwner } from "./atoms.js";
import { type AgentEvent, emptyMemory } from "./memory.js";
import { reduce, situationOf, valuesOf } from "./reduce.js";
import {
  active,
  arriveInOrder,
  bash,
  event,
  idle,
  permission,
  type Said,
  ticksPerSecond,
} from "./sample-events.js";

function states(...outcomes: readonly Said[]): readonly (string | undefined)[] {
  let memory = emptyMemory;
  return outcomes.map((outcome, index) => {
    memory = reduce(memory, event(1000 + index * 400, outcome), ticksPerSecond);
    return valuesOf(situationOf(memory))?.state;
  });
}

const write = toolOwner(undefined, "Write", { file_path: "x" });
const childBash = toolOwner("a1", "Bash", { command: "ls" });

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

  it("settles the questions of one call one by one", () => {
    const asked = {
      ask: { owner: bash, siblings: [write], reason: "question", survivesTurn: true },
    } as const;
    const answer = (...owners: string[]) => ({ settle: { owners } });
    expect(states(active, asked, answer(bash), answer(write))).toEqual([
      "active",
      "waiting",
      "waiting",
      "active",
    ]);
    expect(states(active, asked, answer(bash, write))[2]).toBe("active");
    expect(states(active, asked, { ...idle, settle: "root" })[2]).toBe("idle");
  });

  it("keeps questions that outlive their turn until a prompt begins another, not over one into the same", () => {
    const asked = { ask: { owner: bash, reason: "question", survivesTurn: true } } as const;
    const prompt = (id: string) => ({ turn: { is: "active", id }, settle: "main" }) as const;
    const ended = { turn: { is: "idle", id: "t1" } } as const;
    expect(states(prompt("t1"), asked, prompt("t1"), ended, prompt("t2"))).toEqual([
      "active",
      "waiting",
      "waiting",
      "waiting",
      "active",
    ]);
    expect(states(prompt("t1"), asked, ended, active, idle)[4]).toBe("waiting");
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
    expect(situationOf(reduce(memory, other, ticksPerSecond))).toMatchObject({
      agent: { pid: 7 },
      turn: "active",
      asks: [],
    });
  });

  it("counts children without ids from the innermost", () => {
    const start = { children: { start: "anonymous" } } as const;
    const innermost = { turn: { is: "idle", of: "innermost" } } as const;
    expect(states(active, start, innermost, innermost)).toEqual(["active", "active", "active", "idle"]);
    const busy = { turn: { is: "active", of: "innermost" } } as const;
    expect(states(active, start, innermost, innermost, busy)).toEqual([
      "active",
      "active",
      "active",
      "idle",
      "active",
    ]);
    expect(states(idle, start, busy, innermost)).toEqual(["idle", "active", "active", "idle"]);
  });

  it("is idle where the old session ends behind the start of the new one, of which nothing else is known", () => {
    const after = (...events: readonly AgentEvent[]) => situationOf(arriveInOrder(events));
    const end = (kind: "session" | "process") => event(1200, { end: kind }, "s1");
    const start = [event(1000, active, "s1"), event(1100, {}, "s2")];
    expect(after(...start)).toMatchObject({ session: "s2", turn: undefined });
    expect(after(...start, end("session"))).toMatchObject({ session: "s2", turn: "idle" });
    expect(after(...start, end("process"))).toMatchObject({ session: "s2", turn: undefined });
    expect(after(...start, event(1150, active, "s2"), end("session")).turn).toBe("active");
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
    const late = reduce(base, event(1050, permission("main-late")), ticksPerSecond);
    expect(situationOf(late).asks.map((ask) => ask.owner)).toEqual([bash, write]);
    const removed = reduce(base, event(1050, { tool: { is: "end", owner: bash } }), ticksPerSecond);
    expect(situationOf(removed).asks.map((ask) => ask.owner)).toEqual([write]);
  });
});
