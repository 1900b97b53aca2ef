import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import {
  machineDirectory,
  openMachineDirectory,
  removeUnplaced,
  storeUnplaced,
  systemProcesses,
  type UnplacedSession,
} from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AgentJson, ExplainJson, ListJson } from "../json-output.js";
import { openSandbox, type Sandbox, until } from "../testing/sandbox.js";
import { openAgent, seconds, setState } from "../testing/stand-in-agents.js";
import { openTerminal } from "../testing/terminal.js";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => sandbox.close());

/** The agents of the sandbox's server: the machine may have others. */
function listed(environment: Readonly<Record<string, string>> = {}): readonly AgentJson[] {
  const { status, output, complaints } = sandbox.rk(["agent", "list", "--json"], environment);
  expect([status, complaints]).toEqual([0, ""]);
  return (JSON.parse(output) as ListJson).agents.filter(({ socket }) => socket === sandbox.socket);
}

describe("list", () => {
  it("sorts waiting (longest first), active, idle, unknown", async () => {
    const now = seconds();
    // Two-part values may be of any age; one that names a process cannot be older than it.
    const states = ["idle", `waiting:${now - 10}`, "active", "", `waiting:${now - 7300}`];
    for (const state of states) {
      const { pane, pid } = await openAgent(sandbox);
      if (state.includes(":")) setState(sandbox, pane, state, "permission");
      else if (state !== "") setState(sandbox, pane, `${state}:${seconds()}:${pid}`);
    }
    const agents = listed();
    expect(agents.map(({ state, target }) => `${state} ${target}`)).toEqual([
      "waiting main:4.0",
      "waiting main:1.0",
      "active main:2.0",
      "idle main:0.0",
      "unknown main:3.0",
    ]);
    expect(agents[0]).toMatchObject({
      provider: "claude",
      session: "01234567-89ab",
      since: now - 7300,
      reason: "permission",
      hooked: true,
      why: null,
    });
    const { output } = sandbox.rk(["agent", "list"]);
    expect(output).toMatch(/^◆ waiting {2}2h +Claude Code {2}01234567 .*main:4\.0 +~ +permission$/m);
    expect(output).toMatch(/^\? unknown {2}– /m);
  });

  it("says why a state is unknown: not installed, then no event yet, then switched off", async () => {
    await openAgent(sandbox);
    expect(listed()[0]).toMatchObject({
      state: "unknown",
      since: null,
      hooked: false,
      why: "not installed: run `rk agent setup claude`",
    });
    sandbox.rk(["agent", "setup", "--yes"]);
    expect(listed()[0]?.why).toBe("no event yet: it reports with its next prompt");
    const text = sandbox.read(sandbox.settings) ?? "";
    sandbox.write(sandbox.settings, text.replace("{", '{\n  "disableAllHooks": true,'));
    expect(listed()[0]?.why).toContain(
      `hooks are disabled: Claude Code runs no hooks of ours: \`disableAllHooks\` is true in ${sandbox.settings}`,
    );
  });

  it("shows no foreign text that could drive a terminal, and cuts lines to its width", async () => {
    const { pane, pid } = await openAgent(sandbox, join(sandbox.home, "文件夹\u009b31m\u202eevil".repeat(4)));
    setState(sandbox, pane, `idle:${seconds()}:${pid}`);
    const { output } = sandbox.rk(["agent", "list"]);
    expect(output).toContain("文件夹");
    expect(output).not.toMatch(/[\u0080-\u009f\u202e]/);
    expect(sandbox.rk(["agent", "list", "--json"]).output).not.toMatch(/[\u0080-\u009f\u202e]/);
    const terminal = openTerminal(sandbox, ["agent", "list"], "", 72);
    expect(await terminal.end()).toBe(0);
    const lines = (await terminal.see("ended with")).split("\n");
    // A line that wraps would put its rest on a line of its own.
    const line = lines.findIndex((text) => text.includes("idle"));
    expect([lines[line]?.includes("…"), lines[line + 1]?.includes("件")]).toEqual([true, false]);
  });

  it("forgets an agent that is gone, and a value that was inherited", async () => {
    const { pane, pid } = await openAgent(sandbox);
    setState(sandbox, pane, `active:${seconds()}:${pid}`);
    sandbox.tmux("set-option", "-g", "@rk_pane_agent_state", `active:${seconds()}:${pid}`);
    sandbox.tmux("new-window", "-d", "-t", "main:", "cat");
    expect(listed().map((agent) => agent.pane)).toEqual([pane]);
    sandbox.tmux("respawn-pane", "-k", "-t", pane, "cat");
    expect(listed()).toEqual([]);
  });

  it("lists sessions without a pane, with the reason", () => {
    const self = systemProcesses().read(process.pid);
    const session = `test-${process.pid}`;
    openMachineDirectory(machineDirectory());
    const unplaced: UnplacedSession = {
      ...{ provider: "claude", session, pid: process.pid, startTime: self?.startTime ?? 0 },
      ...{ state: "active", at: Date.now(), reason: "not-below-tmux" },
    };
    storeUnplaced(machineDirectory(), unplaced);
    try {
      expect(sandbox.rk(["agent", "list"]).output).toMatch(
        /Without a pane:[\s\S]*active .*claude .*not started below a tmux server/,
      );
      const { unplaced: list } = JSON.parse(sandbox.rk(["agent", "list", "--json"]).output) as ListJson;
      expect(list.find((one) => one.session === session)).toMatchObject({
        state: "active",
        reason: "not-below-tmux",
        pid: process.pid,
      });
    } finally {
      removeUnplaced(machineDirectory(), "claude", session);
    }
  });
});

describe("bad tmux", () => {
  it("no server, and a socket that nobody serves: an empty list", async () => {
    expect(listed()).toEqual([]);
    const folder = join(sandbox.home, "tmux", `tmux-${process.getuid?.()}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    sandbox.tmux("new-session", "-d", "-s", "dead", "cat");
    const pid = Number(sandbox.tmux("display-message", "-p", "#{pid}"));
    process.kill(pid, "SIGKILL");
    await until("the end of the server", () =>
      systemProcesses().read(pid) === undefined ? true : undefined,
    );
    const { status, output } = sandbox.rk(["agent", "list", "--json"]);
    expect(status).toBe(0);
    expect((JSON.parse(output) as ListJson).servers).toContainEqual({
      socket: sandbox.socket,
      status: "skipped",
      tmuxVersion: null,
      panes: 0,
    });
  });

  it("a server that does not answer is named, in bounded time", async () => {
    const { pane } = await openAgent(sandbox);
    const folder = join(sandbox.home, "tmux", `tmux-${process.getuid?.()}`);
    // It takes connections and never says a word, like a stopped server.
    const mute = createServer().listen(join(folder, "mute"));
    await new Promise((resolve) => mute.once("listening", resolve));
    const pid = Number(sandbox.tmux("display-message", "-p", "#{pid}"));
    process.kill(pid, "SIGSTOP");
    try {
      const start = Date.now();
      const { status, complaints } = sandbox.rk(["agent", "list"]);
      expect([status, Date.now() - start < 5000]).toEqual([0, true]);
      for (const socket of [sandbox.socket, join(folder, "mute")])
        expect(complaints).toContain(`the tmux server ${socket} does not answer`);
      const explained = sandbox.rk(["agent", "explain", pane, "--socket", "sandbox"]);
      expect(explained).toMatchObject({
        status: 1,
        complaints: expect.stringMatching(/PANE_NOT_FOUND[\s\S]*do not answer/),
      });
    } finally {
      process.kill(pid, "SIGCONT");
      mute.close();
    }
  });

  it("no tmux program: an error", () => {
    // Another server of this machine may be read by no program either.
    expect(sandbox.rk(["agent", "list"], { PATH: "/nowhere" })).toMatchObject({
      status: 1,
      complaints: expect.stringContaining("TMUX_UNAVAILABLE"),
    });
  });
});

describe("explain", () => {
  it("prints the facts, the evidence and the rule", async () => {
    const { pane, pid } = await openAgent(sandbox);
    setState(sandbox, pane, `waiting:${seconds()}:${pid}`, "question");
    const { status, output } = sandbox.rk(["agent", "explain", pane, "--socket", "sandbox"]);
    expect(status).toBe(0);
    expect(output).toMatch(/Claude Code in %\d+ \(main:0\.0\)/);
    expect(output).toMatch(/state {4}waiting \(question\), for \d+s/);
    expect(output).toContain("session  claude:01234567-89ab");
    expect(output).toContain(`process  process ${pid} lives below this pane`);
    expect(output).toMatch(/rule {5}only the hooks say something/);
    const byPlace = sandbox.rk(["agent", "explain", "main:0.0", "--socket", sandbox.socket, "--json"]);
    expect(JSON.parse(byPlace.output) as ExplainJson).toMatchObject({
      pane,
      socket: sandbox.socket,
      agent: { state: "waiting", pid },
    });
  });

  it("tells of a pane without an agent, and of a dead one's value", () => {
    sandbox.tmux("new-session", "-d", "-s", "main", "cat");
    expect(sandbox.rk(["agent", "explain", "main:0.0", "--socket", "sandbox"]).output).toMatch(
      /No agent in %0[\s\S]*rule +no agent/,
    );
    setState(sandbox, "%0", "active:1:999999");
    const { output } = sandbox.rk(["agent", "explain", "main:0.0", "--socket", "sandbox"]);
    expect(output).toMatch(/state active:1:999999[\s\S]*rule +no living agent/);
  });

  it("refuses what is no pane, and what no server has", () => {
    expect(sandbox.rk(["agent", "explain", "pane"])).toMatchObject({
      status: 2,
      complaints: expect.stringContaining("USAGE"),
    });
    expect(sandbox.rk(["agent", "explain"])).toMatchObject({
      status: 2,
      complaints: expect.stringContaining("USAGE"),
    });
    expect(sandbox.rk(["agent", "explain", "nowhere:0.0"])).toMatchObject({
      status: 1,
      complaints: expect.stringContaining("PANE_NOT_FOUND"),
    });
  });

  it("takes the server it runs in, and asks which when several have the pane", async () => {
    const { pane } = await openAgent(sandbox);
    const other = (...words: readonly string[]) => ["-L", "other", ...words];
    sandbox.tmux(...other("new-session", "-d", "-s", "main", "cat"));
    try {
      const unsure = sandbox.rk(["agent", "explain", "main:0.0"]);
      expect(unsure).toMatchObject({
        status: 2,
        complaints: expect.stringMatching(/Several tmux servers[\s\S]*--socket/),
      });
      const inside = sandbox.rk(["agent", "explain", pane], { TMUX: `${sandbox.socket},1,0` });
      expect(inside).toMatchObject({ status: 0, output: expect.stringContaining("Claude Code in") });
    } finally {
      sandbox.tmux(...other("kill-server"));
    }
  });
});
