import type { Scenario } from "../scenario/scenario.js";

export interface Selection {
  /** Names given by a person. */
  readonly names: readonly string[];
  readonly ci: boolean;
}

/** @throws Error naming the known scenarios when a name is none's */
export function requireScenarios(all: readonly Scenario[], names: readonly string[]): void {
  for (const name of names) {
    if (!all.some((scenario) => scenario.name === name)) {
      throw new Error(`no scenario ${name}; there are: ${all.map((scenario) => scenario.name).join(" ")}`);
    }
  }
}

/** Those of one harness that a run is to drive. */
export function selectScenarios(all: readonly Scenario[], { names, ci }: Selection): readonly Scenario[] {
  if (names.length > 0) return all.filter(({ name }) => names.includes(name));
  return ci ? all.filter((scenario) => scenario.ci) : all;
}
