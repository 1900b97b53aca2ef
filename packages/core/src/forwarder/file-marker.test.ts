import { describe, expect, it } from "vitest";
import { compareVersions, fileBanner, readFileMarker } from "./file-marker.js";

describe("the first line of our files", () => {
  it.each(["rk-hook", "hook.cjs", "hooks/claude.cjs"])("names %s and its version", (name) => {
    const text = `${fileBanner(name, "1.2.3-beta.4")}\nrest`;
    expect(text.startsWith(name === "rk-hook" ? "# " : "// ")).toBe(true);
    expect(readFileMarker(text)).toEqual({ name, version: "1.2.3-beta.4" });
  });

  it.each([
    "",
    "#!/bin/sh\n",
    "# HexoKit agent hooks",
    "# HexoKit agent hooks: rk-hook\n",
    "\n# HexoKit agent hooks: rk-hook 1.0.0\n",
    "x# HexoKit agent hooks: rk-hook 1.0.0",
  ])("does not take %j for ours", (text) => {
    expect(readFileMarker(text)).toBeUndefined();
  });
});

describe("compareVersions", () => {
  it("orders as semantic versions do", () => {
    const ordered = [
      "0.0.9",
      "0.1.0-alpha",
      "0.1.0-alpha.1",
      "0.1.0-beta.2",
      "0.1.0-beta.11",
      "0.1.0",
      "0.2.0",
      "0.10.0",
      "1.0.0",
    ];
    const shuffled = [...ordered].sort().reverse();
    expect(shuffled.sort(compareVersions)).toEqual(ordered);
    expect(compareVersions("1.0.0", "1.0.0")).toBe(0);
  });
});
