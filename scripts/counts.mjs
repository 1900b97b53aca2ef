// @ts-check
/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Reads the last plain line of a test run (see plain-line-reporter.ts).
 * @param {string} output
 * @returns {Counts | undefined} undefined when the run did not get that far
 */
export function readCounts(output) {
  const line = [...output.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped\s*$/gm)].at(-1);
  return line && { passed: Number(line[1]), failed: Number(line[2]), skipped: Number(line[3]) };
}

/**
 * The counts of a run whose process may have ended badly: that is a failure even when no test says so.
 * @param {string} output
 * @param {boolean} succeeded
 * @returns {Counts}
 */
export function countRun(output, succeeded) {
  const counts = readCounts(output) ?? { passed: 0, failed: 0, skipped: 0 };
  return { ...counts, failed: Math.max(counts.failed, succeeded && counts.passed > 0 ? 0 : 1) };
}

/**
 * @param {Counts} counts
 * @returns {string}
 */
export function plainLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
