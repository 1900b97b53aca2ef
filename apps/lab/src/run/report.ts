import type { Cell, Verdict } from "../scenario/cell.js";
import type { ScenarioResult } from "./run-scenarios.js";

const marks: Readonly<Record<Verdict, string>> = { right: "✓", "known gap": "~", wrong: "✗" };

/** One scenario as it finishes. */
export function describeResult({ scenario, cells, seconds }: ScenarioResult): string {
  const lines = cells.map((cell) => {
    const gap = cell.gap === undefined ? "" : ` [${cell.gap}]`;
    return `    ${marks[cell.verdict]} ${cell.step}${gap}${details(cell)}`;
  });
  return [`${scenario.name}: ${scenario.about} (${seconds.toFixed(1)} s)`, ...lines].join("\n");
}

function details(cell: Cell): string {
  if (cell.verdict === "right") return "";
  const problems = cell.problems.map((problem) => `\n        ${problem}`).join("");
  return cell.verdict === "wrong" && cell.evidence ? `${problems}\n${indent(cell.evidence)}` : problems;
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `        ${line}`)
    .join("\n");
}

export interface Totals {
  readonly right: number;
  readonly gaps: number;
  readonly wrong: number;
}

export function count(results: readonly ScenarioResult[]): Totals {
  const cells = results.flatMap(({ cells }) => cells);
  const of = (verdict: Verdict) => cells.filter((cell) => cell.verdict === verdict).length;
  return { right: of("right"), gaps: of("known gap"), wrong: of("wrong") };
}

/** The table of a whole run: one line per scenario. */
export function summary(results: readonly ScenarioResult[]): string {
  const width = Math.max(...results.map(({ scenario }) => scenario.name.length));
  return results
    .map(({ scenario, cells, seconds }) => {
      const row = cells.map(({ verdict }) => marks[verdict]).join(" ");
      return `${scenario.name.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s  ${row}`;
    })
    .join("\n");
}

export function countLine({ right, gaps, wrong }: Totals): string {
  return `${right} right, ${gaps} known ${gaps === 1 ? "gap" : "gaps"}, ${wrong} wrong`;
}

/** The last lines of a run; scripts read them. */
export function closingLines(totals: Totals): string {
  return `${countLine(totals)}\n${totals.right + totals.gaps} passed, ${totals.wrong} failed`;
}
