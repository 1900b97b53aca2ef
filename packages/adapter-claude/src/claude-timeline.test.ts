import { readFileSync } from "node:fs";
import {
  type AgentEvent,
  emptyMemory,
  type Memory,
  reduce,
  situationOf,
  toEvent,
  valuesOf,
} from "@hexokit/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { translator } from "./hook.js";

/**
 * A day of the real Claude Code 2.1.332: every hook with its time, what the person did (`----`), and Claude's
 * own status file as the truth. Hooks alone must give that truth, except what no hook can know.
 */
/** Of the keys that are made of the log's times. */
const ticksPerSecond = 100;

const timeline = readFileSync(
  new URL("../../../fixtures/claude/2.1.332/timeline.log", import.meta.url),
  "utf8",
);

interface HookLine {
  readonly kind: "hook";
  readonly time: number;
  readonly event: string;
  readonly payload: Record<string, unknown>;
}
interface StatusLine {
  readonly kind: "status";
  readonly time: number;
  readonly pid: number;
  readonly session: string;
  readonly status: string;
}
interface ActionLine {
  readonly kind: "action";
  readonly time: number;
  readonly text: string;
}
type Line = HookLine | StatusLine | ActionLine;

function parseLine(line: string): Line | undefined {
  const match =
    /^(\d+\.\d+) (?:---- (.*)|\s+\[sessions\/(\d+)\.json\] (.*)|user (\w+) (.*)|hot (\w+) (.*))$/.exec(line);
  if (match === null) return undefined;
  const time = Number(match[1]);
  if (match[2] !== undefined) return { kind: "action", time, text: match[2] };
  if (match[3] !== undefined) {
    const file = match[4] === "REMOVED" ? { status: "removed" } : JSON.parse(match[4] as string);
    // A dialog of Claude's own (/model) asks nothing of the agent's.
    const status = file.waitingFor === "dialog open" ? "none" : (file.status ?? "none");
    return { kind: "status", time, pid: Number(match[3]), session: file.sessionId ?? "", status };
  }
  const payload = JSON.parse((match[6] ?? match[8] ?? "").replace(/…/g, '"…"'));
  return { kind: "hook", time, event: match[5] ?? match[7] ?? "", payload };
}

const lines = timeline
  .split("\n")
  .map(parseLine)
  .filter((line) => line !== undefined);

/** One run of Claude: the hooks of its process, its status changes, and what the person did meanwhile. */
interface Run {
  readonly pid: number;
  readonly hooks: readonly HookLine[];
  readonly statuses: readonly StatusLine[];
}

/** Processes whose hooks would mix with another's in the log, since it names no process: nested and `/bg`. */
const notAlone = new Set([1597, 30108]);

function runs(): readonly Run[] {
  const statuses = lines.filter((line) => line.kind === "status").filter((line) => !notAlone.has(line.pid));
  const pids = [...new Set(statuses.map((line) => line.pid))];
  return pids.map((pid) => {
    const own = statuses.filter((line) => line.pid === pid);
    const from = (own[0]?.time ?? 0) - 0.3;
    const until = (own.at(-1)?.time ?? 0) + 0.5;
    const nested =
      statuses.length === own.length
        ? []
        : lines.filter((line) => line.kind === "status" && notAlone.has(line.pid));
    const inNested = (time: number) =>
      nested.length > 0 &&
      nested.some((line) => Math.abs(line.time - time) < 0.4) &&
      nested[0] !== undefined &&
      time < (nested.at(-1)?.time ?? 0) + 0.05;
    const hooks = lines
      .filter((line) => line.kind === "hook")
      .filter(({ time }) => time >= from && time <= until && !inNested(time));
    return { pid, hooks, statuses: own };
  });
}

/** The log has no background tasks: what runs is what started and has not stopped. */
function eventsOf(run: Run): readonly (AgentEvent & { readonly time: number })[] {
  const running = new Set<string>();
  let session = 0;
  return run.hooks.flatMap((hook, index) => {
    const { event, payload, time } = hook;
    const child = typeof payload.agent_id === "string" ? payload.agent_id : undefined;
    if (event === "SubagentStart" && child !== undefined) running.add(child);
    if (event === "SubagentStop" && child !== undefined) running.delete(child);
    if (event === "SessionStart" && payload.source !== "compact") session += 1;
    const full = {
      session_id: `session-${session}`,
      ...payload,
      ...(event === "Stop"
        ? { background_tasks: [...running].map((id) => ({ id, type: "subagent", status: "running" })) }
        : {}),
    };
    const outcome = translator.translate({ event, payload: full, environment: {} });
    if (outcome.kind === "ignore") return [];
    const key = { startTime: Math.floor(time * 100), pid: index + 1 };
    return [
      {
        ...toEvent(outcome, { provider: "claude", pid: run.pid, startTime: 1 }, key, Math.floor(time * 1000)),
        time,
      },
    ];
  });
}

const expected: Readonly<Record<string, string | undefined>> = {
  busy: "active",
  idle: "idle",
  shell: "idle",
  waiting: "waiting",
};

/** Longest time that a hook or the status file came after the other in this log. */
const settleTime = 0.5;

function lastAction(time: number): string {
  return lines.filter((line) => line.kind === "action").findLast((line) => line.time <= time)?.text ?? "";
}

/** Where the folded events contradict the status file, at each moment when both had time to settle. */
function contradictions(run: Run, fold: (until: number) => Memory): readonly string[] {
  const found: string[] = [];
  for (const [index, line] of run.statuses.entries()) {
    const want = expected[line.status];
    const next = run.statuses[index + 1]?.time ?? Number.POSITIVE_INFINITY;
    const moment = line.time + settleTime;
    const lastHook = run.hooks.findLast((hook) => hook.time > line.time + 0.05 && hook.time <= moment);
    if (want === undefined || next < moment || (lastHook !== undefined && next < lastHook.time + settleTime))
      continue;
    const state = valuesOf(situationOf(fold(moment)))?.state;
    if (state !== want) found.push(`${lastAction(line.time)}: ${line.status}, hooks say ${state}`);
  }
  return found;
}

/** What no hook can know: an answered permission, a refusal, an interruption, a prompt taken back at once. */
const unknowable = [
  "F1 Enter=yes: busy, hooks say waiting",
  "F1 Esc mid tool: idle, hooks say waiting",
  "F2 deny: idle, hooks say waiting",
  "F4 Esc: idle, hooks say active",
  "G5 Esc: idle, hooks say waiting",
  "J1 nested claude -p in Bash tool: busy, hooks say waiting",
  "J3 session stays: Esc cancels background agent? bg agent slow, Esc: busy, hooks say waiting",
  "J6 mid-turn Esc then immediately new prompt: busy, hooks say idle",
];

describe("the recorded day of Claude Code 2.1.332", () => {
  it("is a log worth replaying", () => {
    expect(runs().length).toBeGreaterThanOrEqual(6);
    expect(runs().flatMap((run) => run.hooks).length).toBeGreaterThan(140);
  });

  const inOrder = (run: Run) => {
    const events = eventsOf(run);
    return contradictions(run, (until) =>
      events
        .filter((event) => event.time <= until)
        .reduce((memory, event) => reduce(memory, event, ticksPerSecond), emptyMemory),
    );
  };

  it("gives the states of Claude's own status file, in order", () => {
    expect(runs().flatMap(inOrder)).toEqual(unknowable);
  });

  it("gives them too when every event arrives up to 170 ms late, in any order", () => {
    const all = runs().map((run) => ({ run, events: eventsOf(run), want: inOrder(run) }));
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(170)), (delays) => {
        for (const { run, events, want } of all) {
          const arrivals = events
            .map((event) => ({ event, arrival: event.time + (delays.next().value ?? 0) / 1000 }))
            .sort((left, right) => left.arrival - right.arrival);
          const fold = (until: number) =>
            arrivals
              .filter(({ event }) => event.time <= until)
              .reduce((memory, { event }) => reduce(memory, event, ticksPerSecond), emptyMemory);
          expect(contradictions(run, fold)).toEqual(want);
        }
      }),
      { numRuns: 30 },
    );
  });
});
