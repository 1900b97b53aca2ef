import { readFileSync } from "node:fs";
import { memoryHost } from "@hexokit/adapter-testkit";
import {
  type AgentEvent,
  emptyMemory,
  fuse,
  type HookView,
  type Memory,
  reduce,
  situationOf,
  toEvent,
  valuesOf,
} from "@hexokit/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { geminiAdapter, translator } from "./index.js";

/**
 * A run of the real Gemini CLI 0.61.0: every hook, every line of the transcript with the time it was seen, what
 * the person did, and what the screen showed, which is the truth here.
 */
interface Line {
  readonly at: number;
  readonly hook?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly transcript?: object;
  readonly file?: string;
  readonly action?: string;
  readonly screen?: string;
}

const lines: readonly Line[] = readFileSync(
  new URL("../../../fixtures/gemini/0.61.0/timeline.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

const agent = { provider: "gemini", pid: 13_000, startTime: 1 };
const agentProcess = {
  pid: 13_000,
  parentPid: 1,
  sessionId: 1,
  startTime: 1,
  name: "node",
  executable: "/usr/bin/node",
  arguments: ["node"],
};

type TimedEvent = AgentEvent & { readonly time: number };

const events: readonly TimedEvent[] = lines.flatMap(({ at, hook, payload }, index) => {
  if (hook === undefined) return [];
  const outcome = translator.translate({ event: hook, payload, environment: {} });
  if (outcome.kind === "ignore") return [];
  const key = { startTime: Math.floor(at * 100), pid: index + 1 };
  return [{ ...toEvent(outcome, agent, key, Math.floor(at * 1000)), time: at }];
});

function fold(until: number): Memory {
  return events
    .filter(({ time }) => time <= until)
    .reduce((memory, event) => reduce(memory, event, 100), emptyMemory);
}

function viewOf(memory: Memory, until: number): HookView {
  const situation = situationOf(memory);
  const values = valuesOf(situation);
  const changedAt = events.findLast(({ time }) => time <= until)?.at ?? 0;
  return {
    state: values?.state,
    since: values?.since ?? 0,
    reason: values?.reason,
    session: values?.session,
    changedAt,
    turn: situation.turn,
    children: [],
    asks: situation.asks,
  };
}

/** What the list says: hooks and transcript together. */
async function listed(hook: HookView, until: number): Promise<string> {
  const files: Record<string, string> = {};
  for (const { at, file, transcript } of lines) {
    if (file !== undefined && at <= until)
      files[file] = `${files[file] ?? ""}${JSON.stringify(transcript)}\n`;
  }
  const target = { target: "t", agent: agentProcess, session: hook.session };
  const observations = (await geminiAdapter.observe?.([target], memoryHost({ files }))) ?? [];
  return fuse(hook, { alive: true, text: "" }, observations, until * 1000).state;
}

/**
 * Moments when everything had time to settle: just before each action, and some time after each new screen, if
 * no hook runs around then. Screen and hooks came up to 1.2 s apart: the machine was busy.
 */
const settleTime = 1.4;
const lag = 1.2;
const firstScreen = lines.find(({ screen }) => screen !== undefined)?.at ?? 0;
const settled = lines.flatMap(({ at, action, screen }) => {
  if (action !== undefined) return [at - 0.05];
  const moment = at + settleTime;
  const next = lines.find((line) => line.at > at && (line.screen ?? line.action) !== undefined)?.at;
  const isBusy = events.some(({ time }) => time > moment - lag / 2 && time < moment + lag);
  return screen === undefined || (next !== undefined && next < moment) || isBusy ? [] : [moment];
});
const moments = settled.filter((moment) => moment > firstScreen);

function lastOf(key: "action" | "screen", until: number): string {
  return lines.findLast((line) => line.at <= until && line[key] !== undefined)?.[key] ?? "none";
}

async function contradictions(say: (hook: HookView, until: number) => Promise<string> | string) {
  const found = new Set<string>();
  for (const moment of moments) {
    const memory = fold(moment);
    const said = await say(viewOf(memory, moment), moment);
    const want = lastOf("screen", moment);
    const state = situationOf(memory).ended || said === "unknown" ? "none" : said;
    if (state !== want) found.add(`${lastOf("action", moment)}: ${want}, said ${state}`);
  }
  return [...found];
}

/** An approval runs no hook and leaves no line; `!` commands are the person's own, not the agent's. */
const gaps = [
  "yes: active, said waiting",
  "yes to the other: active, said waiting",
  "shell mode: active, said idle",
  "yes, in the subagent: active, said waiting",
];

/** What the transcript alone tells: a refusal, and an interruption at a dialog or in a tool. */
const told = [
  "no: idle, said waiting",
  "Esc at the dialog: idle, said waiting",
  "Esc in the tool: idle, said active",
  "no to the other: active, said waiting",
  "Esc in the second: idle, said active",
  "Esc at the question: idle, said waiting",
  "Esc in the subagent: idle, said active",
];

describe("the recorded run of Gemini CLI 0.61.0", () => {
  it("is a log worth replaying", () => {
    expect(events.length).toBeGreaterThan(80);
    expect(moments.length).toBeGreaterThan(60);
  });

  it("gives the states of the screen, by hooks and transcript together, but for the declared gaps", async () => {
    expect(await contradictions(listed)).toEqual(gaps);
  });

  it("gives them by hooks alone, but for what no hook tells", async () => {
    const found = await contradictions((hook) => hook.state ?? "none");
    expect(found.sort()).toEqual([...gaps, ...told].sort());
  });

  it("gives the same situation when hooks arrive up to 170 ms late, in any order", () => {
    const want = situationOf(fold(Number.POSITIVE_INFINITY));
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(170)), (delays) => {
        const arrivals = events
          .map((event) => ({ event, arrival: event.time + (delays.next().value ?? 0) / 1000 }))
          .sort((left, right) => left.arrival - right.arrival);
        const memory = arrivals.reduce((folded, { event }) => reduce(folded, event, 100), emptyMemory);
        expect(situationOf(memory)).toEqual(want);
      }),
      { numRuns: 30 },
    );
  });
});
