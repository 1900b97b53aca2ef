import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { TmuxServer } from "../tmux/tmux-server.js";
import { processesOf } from "./processes.js";
import { addProgram, createSandbox, removeSandbox, type Sandbox, scrub } from "./sandbox.js";

let sandbox: Sandbox | undefined;

afterEach(async () => {
  if (sandbox) await removeSandbox(sandbox);
});

describe("createSandbox", () => {
  it("has nothing of the caller's environment", () => {
    sandbox = createSandbox({ environment: { EXTRA: "1" } });
    expect(sandbox.environment.HOME).toBe(sandbox.home);
    expect(Object.keys(sandbox.environment).sort()).toEqual([
      "EXTRA",
      "HOME",
      "LANG",
      "PATH",
      "SHELL",
      "TERM",
      "TMPDIR",
      "TMUX_TMPDIR",
      "USER",
    ]);
  });

  it("shows its programs to what runs in a pane of its tmux server", async () => {
    sandbox = createSandbox();
    addProgram(sandbox, "greet", "echo hello $HOME");
    const server = new TmuxServer(sandbox);
    try {
      const pane = await server.start();
      await pane.type("greet");
      await pane.press("Enter");
      const deadline = Date.now() + 10_000;
      let text = "";
      while (!text.includes(`hello ${sandbox.home}`) && Date.now() < deadline)
        text = (await pane.capture()).text;
      expect(text).toContain(`hello ${sandbox.home}`);
    } finally {
      await server.kill();
    }
  });

  it("scrubs its folder, also where a program made a name of it", () => {
    sandbox = createSandbox();
    const encoded = sandbox.project.replace(/[^A-Za-z0-9]/g, "-");
    expect(scrub(sandbox, `${sandbox.project} ${encoded}`)).toBe("/home/user/project -home-user-project");
  });
});

describe("removeSandbox", () => {
  it("ends a daemon that ignores SIGTERM and has lost its parent", async () => {
    sandbox = createSandbox();
    const script = "trap '' TERM; while :; do sleep 0.1; done";
    const child = spawn("sh", ["-c", `(${script}) & exit 0`], {
      env: { ...sandbox.environment },
      stdio: "ignore",
    });
    await new Promise((resolve) => child.once("exit", resolve));
    expect(processesOf(sandbox.home)).not.toEqual([]);
    await removeSandbox(sandbox);
    expect(processesOf(sandbox.home)).toEqual([]);
    expect(existsSync(sandbox.root)).toBe(false);
  });
});
