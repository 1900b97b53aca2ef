import type { HarnessAdapter } from "@hexokit/core";
import type { RecordedFixtures } from "./recorded-fixtures.js";

/** The two calls of a test runner that the kit needs: vitest, node:test, jest and mocha all have them. */
export interface Runner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => void | Promise<void>): unknown;
}

/**
 * What every group is given. There is nothing to switch off here: what applies follows from the adapter's
 * `capabilities` and from what its `files` say of themselves.
 */
export interface HarnessOptions {
  readonly runner: Runner;
  readonly adapter: HarnessAdapter;
  /** What the real harness was seen to send, as `recordedFixtures` reads it. */
  readonly fixtures: RecordedFixtures;
  /** The file behind the package's `./hook` entry, source or built. */
  readonly hookEntry: URL;
}
