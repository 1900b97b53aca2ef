import fc from "fast-check";
import type { HookEventOutcome } from "../contract/hook-outcome.js";
import { toolOwner } from "./atoms.js";
import type { AgentEvent, AgentIdentity } from "./memory.js";
import { toEvent } from "./to-event.js";

/** For tests: events of one or two agents, with children, asks, questions that outlive turns, and ends. */

export const agentOne: AgentIdentity = { provider: "claude", pid: 100, startTime: 1000 };
const agentTwo: AgentIdentity = { provider: "codex", pid: 200, startTime: 1500 };

const child = fc.constantFrom("a1", "b2", "c3");
const owner = fc
  .tuple(fc.option(child, { nil: undefined }), fc.constantFrom("Bash", "Write", "AskUserQuestion"), fc.nat(2))
  .map(([who, tool, input]) => ({ child: who, owner: toolOwner(who, tool, { input }) }));

const rootOutcomes: fc.Arbitrary<Omit<HookEventOutcome, "kind">> = fc.oneof(
  fc.constant({ turn: { is: "active" as const }, settle: "main" as const }),
  fc.constant({ turn: { is: "idle" as const } }),
  fc
    .constantFrom("error" as const, "background" as const)
    .map((reason) => ({ turn: { is: "idle" as const }, reason })),
  fc.subarray(["a1", "b2", "c3"]).map((set) => ({ turn: { is: "idle" as const }, children: { set } })),
  fc.constant({ ask: { reason: "permission" as const } }),
  fc
    .constantFrom("idle" as const, "active" as const)
    .map((is) => ({ turn: { is, of: "innermost" as const } })),
  fc.constant({}),
  fc.constantFrom("start" as const, "end" as const).map((is) => ({
    children: is === "start" ? { start: "anonymous" } : { end: "anonymous" },
  })),
  fc.constant({ settle: "all" as const }),
  fc.constant({ end: "session" as const }),
  fc.constant({ end: "process" as const }),
  fc.constantFrom("t1", "t2").map((id) => ({ turn: { is: "active" as const, id } })),
  fc.constantFrom("t1", "t2").map((id) => ({ turn: { is: "active" as const, id }, settle: "main" as const })),
  fc.constant({ settle: "root" as const }),
  fc.subarray(["main-q1", "main-q2", "main-q3"]).map((owners) => ({ settle: { owners } })),
  fc.subarray(["main-q2", "main-q3"]).map((siblings) => ({
    ask: { owner: "main-q1", siblings, reason: "question" as const, survivesTurn: true },
  })),
  fc.constantFrom("t1", "t2").map((id) => ({ turn: { is: "idle" as const, id } })),
);

const toolOutcomes: fc.Arbitrary<Omit<HookEventOutcome, "kind">> = fc
  .tuple(owner, fc.constantFrom("start", "end", "permission", "question", "answer"), fc.boolean())
  .map(([{ child: who, owner: whose }, what, survivesTurn]) => {
    const base = who === undefined ? {} : { child: who };
    switch (what) {
      case "start":
        return {
          ...base,
          ...(who === undefined ? { turn: { is: "active" as const } } : {}),
          tool: { is: "start" as const, owner: whose },
        };
      case "end":
        return { ...base, tool: { is: "end" as const, owner: whose } };
      case "permission":
        return { ...base, ask: { owner: whose, reason: "permission" as const } };
      case "question":
        return { ...base, ask: { owner: whose, reason: "question" as const, survivesTurn } };
      default:
        return { ...base, settle: { owner: whose } };
    }
  });

const childOutcomes: fc.Arbitrary<Omit<HookEventOutcome, "kind">> = fc
  .tuple(child, fc.boolean())
  .map(([id, starts]) => ({ child: id, children: starts ? { start: id } : { end: id } }));

const outcome: fc.Arbitrary<HookEventOutcome> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: rootOutcomes }, { weight: 4, arbitrary: toolOutcomes }, childOutcomes),
    fc.constantFrom("s1", "s1", "s1", "s2"),
  )
  .map(([one, session]) => ({ kind: "event" as const, session, ...one }));

/** A sequence in the order of its keys, each event some hundredths of a second after the one before. */
export function arbitraryEvents(
  gap: { readonly max: number },
  length = 24,
): fc.Arbitrary<readonly AgentEvent[]> {
  const step = fc.tuple(outcome, fc.nat(gap.max), fc.nat(20));
  return fc.array(step, { maxLength: length }).map((steps) => {
    let startTime = 10_000;
    return steps.map(([one, wait, rare], index) => {
      startTime += wait;
      const agent = rare === 0 ? agentTwo : agentOne;
      return toEvent(one, agent, { startTime, pid: index + 1 }, startTime * 10);
    });
  });
}
