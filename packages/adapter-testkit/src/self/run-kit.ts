import { describeHarness } from "../describe-harness.js";
import type { HarnessOptions } from "../options.js";

interface Case {
  readonly name: string;
  readonly body: () => void | Promise<void>;
}

/** Runs the whole kit outside any runner. */
export async function runKit(
  options: Omit<HarnessOptions, "runner">,
): Promise<{ passed: string[]; failed: string[] }> {
  const cases: Case[] = [];
  const path: string[] = [];
  describeHarness({
    ...options,
    runner: {
      describe(name, body) {
        path.push(name);
        body();
        path.pop();
      },
      it(name, body) {
        // Without the name of the harness, which is around all of them.
        cases.push({ name: [...path.slice(1), name].join(" > "), body });
      },
    },
  });
  const passed: string[] = [];
  const failed: string[] = [];
  for (const { name, body } of cases) {
    try {
      await body();
      passed.push(name);
    } catch {
      failed.push(name);
    }
  }
  return { passed, failed };
}
