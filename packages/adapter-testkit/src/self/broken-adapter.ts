import type { HarnessAdapter } from "@hexokit/core";
import type { HarnessOptions } from "../options.js";
import { referenceAdapter } from "./reference-adapter.js";

/** A fault that an adapter may have, and the only case that fails for it. */
export interface BrokenAdapter {
  readonly fault: string;
  readonly failingCase: string;
  readonly options: Partial<Omit<HarnessOptions, "runner">>;
}

export const reference = referenceAdapter();

type Change = Partial<HarnessAdapter> | ((good: HarnessAdapter) => Partial<HarnessAdapter>);

/** The reference with some members replaced. */
export function broken(fault: string, failingCase: string, change: Change): BrokenAdapter {
  const changes = typeof change === "function" ? change(reference) : change;
  return { fault, failingCase, options: { adapter: { ...reference, ...changes } } };
}
