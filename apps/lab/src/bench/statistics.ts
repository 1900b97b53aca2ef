/** Middle value of a list; the benchmarks quote nothing else. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Median of the ratios of two series measured in turn: holds when the machine's speed drifts. */
export function pairedRatio(values: readonly number[], floor: readonly number[]): number {
  return median(values.map((value, index) => value / (floor[index] ?? Number.NaN)));
}
