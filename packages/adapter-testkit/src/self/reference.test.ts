import { describe, expect, it } from "vitest";
import { describeHarness } from "../describe-harness.js";
import { pluginAdapter, pluginFixtures } from "./plugin-adapter.js";
import { referenceAdapter, referenceFixtures } from "./reference-adapter.js";
import { runKit } from "./run-kit.js";

const hookEntry = new URL("./reference-translator.ts", import.meta.url);
const pluginEntry = new URL("./plugin-translator.ts", import.meta.url);
const runner = { describe, it };

describeHarness({ runner, adapter: referenceAdapter(), fixtures: referenceFixtures, hookEntry });
describe("with comments", () => {
  describeHarness({ runner, adapter: referenceAdapter("jsonc"), fixtures: referenceFixtures, hookEntry });
});
describeHarness({ runner, adapter: pluginAdapter, fixtures: pluginFixtures, hookEntry: pluginEntry });

describe("the names of the cases", () => {
  it("are each there once, so that a failure names one case", async () => {
    const { passed, failed } = await runKit({
      adapter: referenceAdapter("jsonc"),
      fixtures: referenceFixtures,
      hookEntry,
    });
    expect(failed).toEqual([]);
    expect(passed.length).toBeGreaterThan(90);
    expect(passed).toEqual([...new Set(passed)]);
  });
});
