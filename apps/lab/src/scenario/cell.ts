import type { AgentState } from "./agent-state.js";

/** `right`; `known gap`: off, as the adapter declares; `wrong`: off, or a declared gap that turned out to work. */
export type Verdict = "right" | "known gap" | "wrong";

/** One step of one scenario with what came out. */
export interface Cell {
  readonly scenario: string;
  /** What the step is about: `waiting after permission asked`. */
  readonly step: string;
  readonly verdict: Verdict;
  /** The declared gap, where one is named. */
  readonly gap: string | undefined;
  /** What contradicts; for a known gap, in what way it is off. */
  readonly problems: readonly string[];
  /** Everything a person needs to find out why; only for a wrong cell. */
  readonly evidence: string | undefined;
  /** Milliseconds from the beginning of the step to the transition. */
  readonly after: number | undefined;
}

/** What the list and the option said at one moment. */
export interface Reading {
  readonly when: "1 s after" | "before the next step";
  readonly state: AgentState;
  readonly reason: string | undefined;
  readonly session: string | undefined;
  /** State word of the raw option. */
  readonly option: AgentState;
}

/** What a step expects of a reading. */
export interface ExpectedReading {
  readonly state: AgentState;
  readonly reason: string | undefined;
  readonly option: AgentState | "unknowable";
  /** `<provider>:<ref>`, where the harness's own record names it. */
  readonly session: string | undefined;
}

/** Contradictions of the list; these are what a gap may declare. */
export function listProblems(reading: Reading, expected: ExpectedReading): string[] {
  const problems = [];
  if (reading.state !== expected.state)
    problems.push(`${reading.when}: list says ${reading.state}, not ${expected.state}`);
  else if (expected.reason !== undefined && reading.reason !== expected.reason) {
    problems.push(`${reading.when}: reason is ${reading.reason ?? "absent"}, not ${expected.reason}`);
  }
  if (
    reading.session !== undefined &&
    expected.session !== undefined &&
    reading.session !== expected.session
  ) {
    problems.push(`${reading.when}: list names session ${reading.session}, the harness ${expected.session}`);
  }
  return problems;
}

/** Contradictions of the raw option. */
export function optionProblems(reading: Reading, expected: ExpectedReading): string[] {
  if (expected.option === "unknowable" || reading.option === expected.option) return [];
  return [`${reading.when}: the option says ${reading.option}, not ${expected.option}`];
}

/** A gap must show: one that is not off any more has to be taken out of the adapter's list. */
export function judge(
  gap: string | undefined,
  list: readonly string[],
  option: readonly string[],
): { readonly verdict: Verdict; readonly problems: readonly string[] } {
  if (option.length > 0) return { verdict: "wrong", problems: [...list, ...option] };
  if (gap === undefined) return { verdict: list.length > 0 ? "wrong" : "right", problems: list };
  if (list.length === 0)
    return { verdict: "wrong", problems: [`the declared gap ${gap} turned out to work`] };
  return { verdict: "known gap", problems: list };
}
