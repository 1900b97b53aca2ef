import type { LabHarness } from "../harnesses.js";

export interface ChosenHarness extends LabHarness {
  /** What to ask the npm registry for. */
  readonly version: string;
}

/**
 * The harnesses that a person named as `id` or `id@version`, each in its newest version unless one is named; all
 * of them when none is. @throws Error naming those that there are
 */
export function chooseHarnesses(
  all: readonly LabHarness[],
  names: readonly string[],
): readonly ChosenHarness[] {
  if (names.length === 0) return all.map((harness) => ({ ...harness, version: "latest" }));
  return [...new Set(names)].map((name) => {
    const [id, version = "latest"] = name.split("@");
    const harness = all.find(({ driver }) => driver.id === id);
    if (harness !== undefined) return { ...harness, version };
    throw new Error(`no harness ${id}; there are: ${all.map(({ driver }) => driver.id).join(" ")}`);
  });
}
