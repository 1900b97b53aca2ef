import type { Lab } from "./lab.js";

/** One path through a harness's life: what a person does, and what must be true at each step. */
export interface Scenario {
  /** kebab-case; `--scenario <name>`. */
  readonly name: string;
  /** One sentence for the table. */
  readonly about: string;
  /** Runs in continuous integration, too: at most eight of a harness. */
  readonly ci?: boolean;
  /** Starts in an empty home without hooks. */
  readonly bare?: boolean;
  run(lab: Lab): Promise<void>;
}
