import { describe, expect, it } from "vitest";
import { harnesses } from "../harnesses.js";
import { chooseHarnesses } from "./choose-harnesses.js";

const chosen = (...names: readonly string[]) =>
  chooseHarnesses(harnesses, names).map(({ driver, version }) => `${driver.id} ${version}`);

describe("chooseHarnesses", () => {
  it("takes all when none is named, in their newest versions", () => {
    expect(chosen()).toEqual(harnesses.map(({ driver }) => `${driver.id} latest`));
  });

  it("takes a version behind the name, and several of one harness", () => {
    expect(chosen("claude@2.1.332", "claude", "claude")).toEqual(["claude 2.1.332", "claude latest"]);
  });

  it("names those that there are", () => {
    expect(() => chosen("nobody")).toThrow(/claude/);
  });
});

describe("the list of harnesses", () => {
  it.each(harnesses)("has scenarios with names of their own: $driver.id", ({ driver, scenarios }) => {
    const names = scenarios.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toBe(true);
    expect(driver.adapter.id).toBe(driver.id);
    const quick = scenarios.filter(({ ci }) => ci).length;
    expect(quick).toBeGreaterThan(0);
    expect(quick).toBeLessThanOrEqual(8);
  });
});
