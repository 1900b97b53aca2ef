import { spawn, spawnSync } from "node:child_process";
import { openSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSandbox, program, type Sandbox } from "./testing/sandbox.js";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => sandbox.close());

describe("usage", () => {
  it.each([
    [["--help"]],
    [["agent", "--help"]],
    [["agent", "setup", "--help"]],
    [["agent", "hook", "--help"]],
    [["--version"]],
  ])("%j answers", (words) => {
    expect(sandbox.rk(words)).toMatchObject({
      status: 0,
      complaints: "",
      output: expect.stringMatching(/./),
    });
  });

  it.each([
    [[], "rk --help"],
    [["agent"], "rk agent --help"],
    [["agnt"], "rk --help"],
    [["agent", "lst"], "rk agent --help"],
    [["agent", "list", "--jsn"], "rk agent list --help"],
    [["agent", "list", "extra"], "rk agent list --help"],
    [["agent", "explain"], "rk agent explain --help"],
  ])("%j is refused with a hint", (words, hint) => {
    const { status, output, complaints } = sandbox.rk(words);
    expect([status, output]).toEqual([2, ""]);
    expect(complaints).toMatch(/^rk: USAGE: [A-Z][^\n]+[.?]\n/);
    expect(complaints.trimEnd().endsWith(`See ${hint}`)).toBe(true);
  });

  it("prints an error as JSON too where JSON was asked for", () => {
    const { output, complaints } = sandbox.rk(["agent", "explain", "%99999", "--json"]);
    expect(JSON.parse(output)).toMatchObject({
      version: 1,
      error: { code: "PANE_NOT_FOUND", hint: expect.any(String) },
    });
    expect(complaints).toContain("PANE_NOT_FOUND");
  });

  it("ends quietly when its reader has gone", () => {
    const { stderr, status } = spawnSync(
      "/bin/sh",
      ["-c", `'${process.execPath}' '${program}' agent capabilities | true`],
      { encoding: "utf8", env: sandbox.environment },
    );
    expect([status, stderr]).toEqual([0, ""]);
  });
});

describe("rk agent hook", () => {
  const silent = { status: 0, output: "", complaints: "" };

  it.each([
    [["claude", "Stop"]],
    [["claude"]],
    [[]],
    [["../claude", "Stop"]],
    [["nobody", "Stop"]],
    [["--agent", "claude", "idle"]],
  ])("%j is silent and succeeds", (words) => {
    expect(sandbox.rk(["agent", "hook", ...words])).toEqual(silent);
  });

  it("is silent with bytes that are no payload, and without any input", async () => {
    const bytes = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256));
    const words = [program, "agent", "hook", "claude", "Stop"];
    const run = spawnSync(process.execPath, words, {
      input: bytes,
      env: sandbox.environment,
      encoding: "utf8",
    });
    expect([run.status, run.stdout, run.stderr]).toEqual([0, "", ""]);
    const closed = spawn(process.execPath, words, {
      stdio: [openSync("/dev/null", "r"), "pipe", "pipe"],
      env: sandbox.environment,
    });
    expect(await new Promise((resolve) => closed.once("exit", resolve))).toBe(0);
  });

  it("is the same file that setup installs", () => {
    sandbox.rk(["agent", "setup", "--yes"]);
    expect(sandbox.read(join(sandbox.data, "hook.cjs"))).toBe(sandbox.read(join(program, "../hook.cjs")));
  });
});
