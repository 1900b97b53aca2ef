import { chmodSync, existsSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSandbox, type Sandbox } from "../testing/sandbox.js";
import { openTerminal } from "../testing/terminal.js";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => sandbox.close());

/** Odd on purpose: tabs, no final newline, a hook of the user's. */
const original =
  '{\n\t"model": "opus",\n\t"hooks": {"Stop": [ {"hooks": [{"type": "command", "command": "say done"}]} ]}, "z": [1,\n2]}';

function json(text: string): {
  harnesses: { harness: string; status: string; error: { code: string } | null }[];
  error?: { code: string };
} {
  return JSON.parse(text);
}

describe("setup", () => {
  it("shows a diff and writes nothing with --dry-run", () => {
    sandbox.write(sandbox.settings, original);
    const { status, output } = sandbox.rk(["agent", "setup", "--dry-run"]);
    expect(status).toBe(0);
    expect(output).toContain(`--- ${sandbox.settings}\n+++ ${sandbox.settings}\n@@`);
    expect(output).toMatch(/^\+.*hexokit_hook=/m);
    expect(output).toContain("A dry run: nothing was written.");
    expect(sandbox.read(sandbox.settings)).toBe(original);
    expect(existsSync(sandbox.data)).toBe(false);
  });

  it("installs, says so a second time and writes nothing, and gives the bytes back", () => {
    sandbox.write(sandbox.settings, original);
    const first = sandbox.rk(["agent", "setup", "--yes"]);
    expect(first).toMatchObject({
      status: 0,
      output: expect.stringContaining("Claude Code: set up. Nothing to do: running sessions"),
    });
    const installed = sandbox.read(sandbox.settings);
    expect(installed).toContain("set -- claude UserPromptSubmit");
    expect(readdirSync(sandbox.data).sort()).toEqual([
      "hook-runtime.cjs",
      "hook.cjs",
      "hooks",
      "opencode.cjs",
      "rk-hook",
    ]);
    const times = () =>
      [sandbox.settings, join(sandbox.data, "rk-hook"), join(sandbox.data, "hook.cjs")].map(
        (path) => statSync(path).mtimeMs,
      );
    const before = times();
    const second = sandbox.rk(["agent", "setup"]);
    expect(second).toMatchObject({ status: 0, output: "Claude Code: nothing to do.\n" });
    expect(times()).toEqual(before);
    const removal = sandbox.rk(["agent", "setup", "--uninstall", "--yes"]);
    expect(removal).toMatchObject({ status: 0, output: expect.stringContaining("Claude Code: removed.") });
    expect(sandbox.read(sandbox.settings)).toBe(original);
    expect(existsSync(sandbox.data)).toBe(false);
    expect(sandbox.rk(["agent", "setup", "--uninstall"])).toMatchObject({
      status: 0,
      output: expect.stringMatching(/^Claude Code: nothing to do\.\n([A-Z][A-Za-z ]+: nothing to do\.\n)*$/),
    });
  });

  it("uninstalls without the agent's program, from the usual place too", () => {
    sandbox.write(sandbox.settings, original);
    sandbox.rk(["agent", "setup", "--yes"]);
    sandbox.rk(["agent", "setup", "--yes"], { CLAUDE_CONFIG_DIR: join(sandbox.home, "elsewhere") });
    const elsewhere = join(sandbox.home, "elsewhere/settings.json");
    expect(existsSync(elsewhere)).toBe(true);
    const gone = { CLAUDE_CONFIG_DIR: join(sandbox.home, "elsewhere"), PATH: "/nowhere" };
    expect(sandbox.rk(["agent", "setup", "--uninstall", "--yes"], gone).status).toBe(0);
    expect([sandbox.read(sandbox.settings), existsSync(elsewhere), existsSync(sandbox.data)]).toEqual([
      original,
      false,
      false,
    ]);
  });

  it("brings an older generation up to date in its place", () => {
    const old = `/bin/sh -c '[ -n "$TMUX_PANE" ] || exit 0; "/opt/bin/rk" agent hook --agent claude idle 2>/dev/null || true'`;
    sandbox.write(
      sandbox.settings,
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command: old }] }] } }, null, 2),
    );
    expect(sandbox.rk(["agent", "setup", "--yes"]).status).toBe(0);
    const text = sandbox.read(sandbox.settings) ?? "";
    expect(text).not.toContain("/opt/bin/rk");
    expect(text.match(/set -- claude Stop;/g)).toHaveLength(1);
  });

  it("takes only agents on PATH unless they are named", () => {
    const nobody = { PATH: "/usr/bin:/bin" };
    const none = sandbox.rk(["agent", "setup", "--yes"], nobody);
    expect(none).toMatchObject({
      status: 0,
      output: expect.stringContaining("No agent that rk knows is on PATH"),
    });
    expect(existsSync(sandbox.data)).toBe(false);
    const named = sandbox.rk(["agent", "setup", "claude", "--yes"], nobody);
    expect(named).toMatchObject({ status: 0, complaints: expect.stringContaining("claude is not on PATH") });
    expect(existsSync(sandbox.settings)).toBe(true);
  });

  it("warns of another rk that comes first, and of an old tmux", () => {
    sandbox.write(join(sandbox.bin, "rk"), "#!/bin/sh\necho other\n");
    sandbox.write(join(sandbox.bin, "tmux"), "#!/bin/sh\necho tmux 3.1c\n");
    for (const name of ["rk", "tmux"]) chmodSync(join(sandbox.bin, name), 0o755);
    const { complaints } = sandbox.rk(["agent", "setup", "--dry-run"]);
    expect(complaints).toContain(`Another rk comes first on PATH: ${join(sandbox.bin, "rk")}`);
    expect(complaints).toContain("tmux 3.1c is too old");
  });
});

describe("refusals", () => {
  it("will not write unasked without a terminal", () => {
    const { status, complaints, output } = sandbox.rk(["agent", "setup"]);
    expect(status).toBe(3);
    expect(complaints).toMatch(/CONFIRMATION_REQUIRED[\s\S]*--yes/);
    expect(output).toContain("+++");
    expect([existsSync(sandbox.settings), existsSync(sandbox.data)]).toEqual([false, false]);
    expect(json(sandbox.rk(["agent", "setup", "--json"]).output).error?.code).toBe("CONFIRMATION_REQUIRED");
  });

  it("names the known agents for an unknown one", () => {
    const { status, output, complaints } = sandbox.rk(["agent", "setup", "clod", "--json"]);
    expect([status, json(output).error?.code]).toEqual([2, "HARNESS_UNKNOWN"]);
    expect(complaints).toMatch(/Known are: claude, .*codex/);
  });

  const broken: readonly (readonly [what: string, text: string, code: string])[] = [
    ["malformed", "{ not json", "CONFIG_MALFORMED"],
    ["with comments", '{\n// mine\n"a": 1}', "CONFIG_MALFORMED"],
    ["with a key twice", '{"hooks": {}, "hooks": {}}', "CONFIG_MALFORMED"],
    ["an array", "[]", "CONFIG_SHAPE"],
    ["a string", '"x"', "CONFIG_SHAPE"],
    ["with hooks of a wrong type", '{"hooks": []}', "CONFIG_SHAPE"],
  ];
  it.each(broken)("settings %s: nothing written, exit 1", (_what, text, code) => {
    sandbox.write(sandbox.settings, text);
    const { status, output, complaints } = sandbox.rk(["agent", "setup", "--yes", "--json"]);
    expect([status, json(output).harnesses[0]?.error?.code, complaints]).toEqual([1, code, ""]);
    expect(sandbox.read(sandbox.settings)).toBe(text);
    expect(existsSync(sandbox.data)).toBe(false);
  });

  it("settings that are a directory, a dangling link or read-only: nothing written, exit 1", () => {
    const codeOf = () => {
      const { status, output } = sandbox.rk(["agent", "setup", "--yes", "--json"]);
      return [status, json(output).harnesses[0]?.error?.code];
    };
    sandbox.write(join(sandbox.settings, "file"), "");
    expect(codeOf()).toEqual([1, "CONFIG_UNREADABLE"]);
    const elsewhere = sandbox.environment.HOME ?? "";
    sandbox.write(join(elsewhere, "read-only/settings.json"), "{}\n");
    chmodSync(join(elsewhere, "read-only/settings.json"), 0o444);
    const { status, complaints } = sandbox.rk(["agent", "setup", "--yes"], {
      CLAUDE_CONFIG_DIR: join(elsewhere, "read-only"),
    });
    expect([status, complaints]).toEqual([1, expect.stringMatching(/CONFIG_READ_ONLY[\s\S]*"hooks": \{/)]);
    symlinkSync(join(elsewhere, "gone"), join(elsewhere, "bin/settings.json"));
    const dangling = sandbox.rk(["agent", "setup", "--yes"], { CLAUDE_CONFIG_DIR: join(elsewhere, "bin") });
    expect([dangling.status, dangling.complaints]).toEqual([1, expect.stringContaining("CONFIG_UNREADABLE")]);
    expect(existsSync(sandbox.data)).toBe(false);
  });

  it("never overwrites a file in its data directory that is not its own", () => {
    sandbox.write(join(sandbox.data, "rk-hook"), "echo mine\n");
    const { status, complaints } = sandbox.rk(["agent", "setup", "--yes"]);
    expect([status, complaints]).toEqual([1, expect.stringContaining("FILE_FOREIGN")]);
    expect([sandbox.read(join(sandbox.data, "rk-hook")), existsSync(sandbox.settings)]).toEqual([
      "echo mine\n",
      false,
    ]);
  });
});

describe("at a terminal", () => {
  it("writes nothing when declined, by word or by Ctrl-C", async () => {
    sandbox.write(sandbox.settings, original);
    for (const keys of [["n", "Enter"], ["Enter"], ["C-c"], ["C-d"]]) {
      const terminal = openTerminal(sandbox, ["agent", "setup"]);
      await terminal.see("Apply these changes?");
      terminal.type(...keys);
      expect(await terminal.end()).toBe(3);
      sandbox.tmux("kill-session", "-t", "terminal");
      expect([sandbox.read(sandbox.settings), existsSync(sandbox.data)]).toEqual([original, false]);
    }
  });

  it("colours the diff, and writes after a yes", async () => {
    const terminal = openTerminal(sandbox, ["agent", "setup"]);
    const screen = await terminal.see("Apply these changes?");
    expect(screen).toMatch(/\u001b\[32m\+/);
    terminal.type("y", "Enter");
    expect(await terminal.end()).toBe(0);
    expect(sandbox.read(sandbox.settings)).toContain("set -- claude Stop");
  });

  it("shows no colours with NO_COLOR", async () => {
    const terminal = openTerminal(sandbox, ["agent", "setup"], "NO_COLOR=1");
    expect(await terminal.see("Apply these changes?")).not.toContain("\u001b[3");
  });

  it("keeps what another program wrote between diff and answer", async () => {
    sandbox.write(sandbox.settings, original);
    const terminal = openTerminal(sandbox, ["agent", "setup"]);
    await terminal.see("Apply these changes?");
    sandbox.write(sandbox.settings, "{}\n");
    terminal.type("y", "Enter");
    expect(await terminal.end()).toBe(1);
    expect(await terminal.see("CONFIG_CHANGED")).not.toContain("set up");
    expect([sandbox.read(sandbox.settings), existsSync(sandbox.data)]).toEqual(["{}\n", false]);
  });
});
