import { readFileSync } from "node:fs";
import { memoryHost } from "@hexokit/adapter-testkit";
import {
  type AgentEvent,
  emptyMemory,
  fuse,
  type Memory,
  reduce,
  situationOf,
  toEvent,
  valuesOf,
} from "@hexokit/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copilotAdapter, translator } from "./index.js";

/** A session of the real Copilot CLI 1.0.102: every hook, and every telling line of its event log. */
interface Line {
  readonly at: number;
  readonly hook?: string;
  readonly payload?: { readonly sessionId: string };
  readonly log?: object;
}
const lines: readonly Line[] = readFileSync(
  new URL("../../../fixtures/copilot/1.0.102/timeline.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

/** What was on the screen, by who drove it: the time, what hooks alone say, what the list must say. */
const moments = [
  ["03:48:17.0", "idle", "idle", "an answer"],
  ["03:48:24.0", "waiting", "waiting", "the dialog of a background subagent, the root stopped after it came"],
  ["03:48:38.9", "waiting", "waiting", "still"],
  ["03:48:41.2", "idle", "idle", "Esc at it: the subagent is over, the root told and stopped"],
  ["03:48:47.5", "active", "active", "a background subagent runs"],
  ["03:48:54.0", "active", "idle", "Esc Esc cancelled it: no hook"],
  ["03:49:06.0", "waiting", "waiting", "the dialog of a subagent that the root waits for"],
  ["03:49:25.0", "waiting", "active", "Yes"],
  ["03:49:29.0", "waiting", "active", "Esc Esc: the root is interrupted, the subagent runs on"],
  ["03:49:33.5", "waiting", "waiting", "the root's own dialog"],
  ["03:49:36.45", "waiting", "active", "No with a reason: the root answers it"],
  ["03:49:38.0", "waiting", "active", "the root stopped, the subagent's tool runs: no hook said Yes"],
  ["03:49:55.0", "idle", "idle", "the subagent is over"],
  ["03:50:05.2", "idle", "idle", "a tool that nobody is asked about"],
  ["03:50:19.0", "waiting", "waiting", "a question"],
  ["03:50:23.4", "idle", "idle", "Esc at it"],
  ["03:50:26.4", "idle", "active", "/compact: no hook"],
  ["03:50:28.0", "idle", "idle", "compacted"],
  ["03:50:36.0", "active", "active", "a long answer"],
  ["03:50:39.45", "active", "idle", "Esc Esc, before the queued prompt"],
  ["03:50:41.2", "idle", "idle", "the queued prompt answered"],
  ["03:50:47.0", "idle", "idle", "a command of the person's own"],
  ["03:50:53.5", "idle", "idle", "/clear"],
] as const;

const session = "705e389a-6aee-4aed-aced-1ff4ab1053b1";
const folder = `/home/user/.copilot/session-state/${session}`;
const agent = { provider: "copilot", pid: 19_853, startTime: 1 };
const terminal = { COPILOT_CLI: "1", COPILOT_LOADER_PID: "19853" };

const timeOf = (clock: string) => Date.parse(`2026-12-01T${clock}Z`);
const logAt = (time: number) =>
  lines
    .flatMap(({ at, log }) => (log === undefined || at > time ? [] : [`${JSON.stringify(log)}\n`]))
    .join("");

const events = lines.flatMap(({ at, hook, payload }, index): readonly AgentEvent[] => {
  if (hook === undefined) return [];
  const head = logAt(at);
  const transcript = { path: `${folder}/events.jsonl`, head, tail: "", complete: true };
  const outcome = translator.translate({ event: hook, payload, environment: terminal, transcript });
  const key = { startTime: Math.floor(at / 10), pid: index + 1 };
  return outcome.kind === "ignore" ? [] : [toEvent(outcome, agent, key, at)];
});

interface Arrival {
  readonly event: AgentEvent;
  readonly arrival: number;
}

function memoryAt(time: number, arrivals: readonly Arrival[]): Memory {
  return arrivals
    .filter(({ arrival }) => arrival <= time)
    .reduce((memory, { event, arrival }) => {
      const next = reduce(memory, event, 100);
      const isSame = stateIn(next) === stateIn(memory);
      return isSame ? next : { ...next, changedAt: arrival };
    }, emptyMemory);
}

function stateIn(memory: Memory) {
  return valuesOf(situationOf(memory))?.state;
}

/** What the list says, of what hooks left and Copilot's own files. */
async function listAt(time: number, arrivals: readonly Arrival[]) {
  const memory = memoryAt(time, arrivals);
  const situation = situationOf(memory);
  const values = valuesOf(situation);
  const process = {
    pid: agent.pid,
    parentPid: 1,
    sessionId: 1,
    startTime: 1,
    name: "MainThread",
    executable: "/x/@github/copilot-linux-x64/copilot",
    arguments: ["copilot"],
  };
  const files = {
    [`${folder}/events.jsonl`]: logAt(time),
    [`${folder}/inuse.${agent.pid}.lock`]: `${agent.pid}`,
  };
  const target = { target: "t", agent: process, session: values?.session };
  const { asks, children } = situation;
  const observations =
    (await copilotAdapter.observe?.([{ ...target, asks, children }], memoryHost({ files }))) ?? [];
  const view = {
    state: values?.state,
    since: values?.since ?? 0,
    reason: values?.reason,
    session: values?.session,
    changedAt: memory.changedAt,
    turn: situation.turn,
    children,
    asks,
  };
  return fuse(view, { alive: true, text: "" }, observations, time).state;
}

const inOrder = events.map((event) => ({ event, arrival: event.at }));

describe("the recorded session of Copilot CLI 1.0.102", () => {
  it("is worth replaying", () => {
    expect(events.length).toBeGreaterThan(40);
    expect(new Set(events.map(({ child }) => child)).size).toBe(4);
  });

  it.each(moments)("at %s hooks say %s and the list says %s: %s", async (clock, hooks, list) => {
    const time = timeOf(clock);
    expect([stateIn(memoryAt(time, inOrder)), await listAt(time, inOrder)]).toEqual([hooks, list]);
  });

  it("says the same by hooks when every event arrives up to 170 ms late, in any order", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(170)), (delays) => {
        const arrivals = events
          .map((event) => ({ event, arrival: event.at + (delays.next().value ?? 0) }))
          .sort((one, other) => one.arrival - other.arrival);
        for (const [clock, hooks] of moments)
          expect(stateIn(memoryAt(timeOf(clock), arrivals)), clock).toBe(hooks);
      }),
      { numRuns: 30 },
    );
  });
});
