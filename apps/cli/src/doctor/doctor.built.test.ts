import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DoctorJson } from "../json-output.js";
import { openSandbox, type Sandbox } from "../testing/sandbox.js";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => sandbox.close());

function doctor(...options: readonly string[]): DoctorJson & { readonly status: number | null } {
  const { status, output } = sandbox.rk(["agent", "doctor", "--json", ...options]);
  return { status, ...(JSON.parse(output) as DoctorJson) };
}

function problems({ findings }: DoctorJson): readonly string[] {
  return findings
    .filter(({ severity }) => severity === "problem")
    .map(({ area, message }) => `${area}: ${message}`);
}

/** Changes the settings of an installation. */
function edit(change: (text: string) => string): void {
  sandbox.write(sandbox.settings, change(sandbox.read(sandbox.settings) ?? ""));
}

describe("doctor", () => {
  it("says what to do before a setup, and that all is well after it", () => {
    const before = doctor();
    expect([before.status, problems(before)]).toEqual([1, ["rk: No agent is set up."]]);
    expect(existsSync(sandbox.data)).toBe(false);
    sandbox.rk(["agent", "setup", "--yes"]);
    const after = doctor();
    expect([after.status, after.problems, problems(after)]).toEqual([0, 0, []]);
    expect(after.harnesses[0]).toMatchObject({
      harness: "claude",
      binary: join(sandbox.bin, "claude"),
      binaryVersion: "2.1.332 (Claude Code)",
    });
    expect(new Set(after.harnesses[0]?.events.map(({ status }) => status))).toEqual(new Set(["installed"]));
    expect(sandbox.rk(["agent", "doctor"]).output).toMatch(
      /✓ Claude Code +All \d+ hooks are installed\.[\s\S]*No problems\./,
    );
  });

  it("tells missing, duplicate and older hooks apart, by event", () => {
    sandbox.rk(["agent", "setup", "--yes"]);
    edit((text) => {
      const settings = JSON.parse(text);
      settings.hooks.SubagentStop = undefined;
      settings.hooks.Stop.push(settings.hooks.Stop[0]);
      settings.hooks.SessionEnd[0].hooks[0].timeout = 99;
      return JSON.stringify(settings);
    });
    const found = doctor();
    expect(found.status).toBe(1);
    expect(problems(found)).toEqual([
      "claude: Hooks not installed: SubagentStop.",
      "claude: Hooks of an older form: SessionEnd.",
      "claude: Hooks installed twice: Stop.",
    ]);
  });

  it("names the file that switches hooks off, and one that cannot be read", () => {
    sandbox.rk(["agent", "setup", "--yes"]);
    edit((text) => text.replace("{", '{"disableAllHooks": true,'));
    expect(problems(doctor()).join("\n")).toContain(`\`disableAllHooks\` is true in ${sandbox.settings}`);
    sandbox.write(sandbox.settings, "{");
    expect(problems(doctor()).join("\n")).toContain(sandbox.settings);
    rmSync(sandbox.settings);
    sandbox.write(join(sandbox.settings, "file"), "");
    expect(doctor()).toMatchObject({ status: 1 });
  });

  it("brings older files up to date, and leaves what is not ours", () => {
    sandbox.rk(["agent", "setup", "--yes"]);
    const hook = join(sandbox.data, "hook.cjs");
    const forwarder = join(sandbox.data, "rk-hook");
    const text = sandbox.read(forwarder);
    sandbox.write(hook, "// HexoKit agent hooks: hook.cjs 0.0.0-alpha\n");
    sandbox.write(forwarder, (text ?? "").replace(/^hexokit_node=.*$/m, "hexokit_node='/nowhere/node'"));
    expect(doctor().findings).toContainEqual(
      expect.objectContaining({
        area: "files",
        severity: "note",
        message: expect.stringContaining("Brought up to date"),
      }),
    );
    expect([sandbox.read(hook)?.includes("alpha"), sandbox.read(forwarder)]).toEqual([false, text]);
    sandbox.write(hook, "mine");
    expect(problems(doctor())).toEqual([`files: ${hook} is not ours; hooks may not work.`]);
    expect(sandbox.read(hook)).toBe("mine");
    rmSync(sandbox.data, { recursive: true });
    expect(problems(doctor())).toEqual([
      `files: The forwarder and the hook are missing from ${sandbox.data}.`,
    ]);
  });

  it("sees an old tmux, none at all, and another rk that comes first", () => {
    sandbox.rk(["agent", "setup", "--yes"]);
    sandbox.write(join(sandbox.bin, "tmux"), "#!/bin/sh\necho tmux 3.1c\n");
    sandbox.write(join(sandbox.bin, "rk"), "#!/bin/sh\necho other\n");
    for (const name of ["rk", "tmux"]) chmodSync(join(sandbox.bin, name), 0o755);
    const found = problems(doctor()).join("\n");
    expect(found).toContain("tmux: tmux 3.1c is too old");
    expect(found).toContain(`rk: Another rk comes first on PATH: ${join(sandbox.bin, "rk")}`);
    const { output } = sandbox.rk(["agent", "doctor", "--json"], { PATH: "/nowhere" });
    expect(problems(JSON.parse(output))).toContain("tmux: tmux is not on PATH.");
  });
});

describe("doctor --probe", () => {
  /** What a probe that was not cleaned up would leave. */
  const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith("rk-probe-"));

  it("sees the installed hook reach its pane, and leaves nothing", () => {
    sandbox.rk(["agent", "setup", "--yes"]);
    const before = leftovers();
    const { status, probes } = doctor("--probe");
    expect([status, probes]).toEqual([
      0,
      [expect.objectContaining({ harness: "claude", moved: true, milliseconds: expect.any(Number) })],
    ]);
    expect(probes[0]?.message).toMatch(/^Probe: UserPromptSubmit reached its pane in \d+ ms\.$/);
    expect(leftovers()).toEqual(before);
  });

  it("sees that it does not, when the hook is broken", () => {
    sandbox.rk(["agent", "setup", "--yes"]);
    sandbox.write(
      join(sandbox.data, "hooks/claude.cjs"),
      "// HexoKit agent hooks: hooks/claude.cjs 99.0.0\nthrow new Error('broken');\n",
    );
    const before = leftovers();
    const { status, probes } = doctor("--probe");
    expect([status, probes[0]?.moved]).toEqual([1, false]);
    expect(probes[0]?.message).toMatch(/did not reach its pane in \d+ ms; the command ended with 0\./);
    expect(leftovers()).toEqual(before);
  });
});
