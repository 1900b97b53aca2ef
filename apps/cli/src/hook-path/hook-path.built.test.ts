import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { machineDirectory, readUnplaced } from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStandInPane, order, payloadOf, type StandInPane } from "./stand-in-pane.js";

let pane: StandInPane;
beforeEach(async () => {
  pane = await openStandInPane();
});
afterEach(() => {
  pane.close();
});

const state = "@rk_pane_agent_state";
const session = "@rk_pane_agent_session";
const silent = { status: 0, output: "" };

/** Everything that hooks may write, in all panes. */
function allOptions(): string {
  return pane.tmux("list-panes", "-a", "-F", "#{pane_id}#{@rk_pane_agent_state}#{@rk_pane_agent_session}");
}

describe("an event's way from the installed command to the pane", () => {
  it("writes state, session and command of the agent's own pane", async () => {
    expect(await pane.run([order("UserPromptSubmit", { prompt: "go" })])).toMatchObject([silent]);
    expect(pane.option(state)).toMatch(/^active:[0-9]{10}:[0-9]+$/);
    expect(pane.option(session)).toBe("claude:11111111-2222");
    expect(pane.option("@rk_pane_agent_command")).toBe(pane.tmux("display-message", "-pt", pane.paneId, "#{pane_current_command}"));
    const pid = Number(pane.option(state).split(":")[2]);
    expect(readFileSync(`/proc/${pid}/cmdline`, "latin1")).toContain(pane.standIn);
  });

  it("follows a turn with a permission, and unsets everything when the process ends", async () => {
    const tool = { tool_name: "Bash", tool_input: { command: "touch x" } };
    await pane.run([order("UserPromptSubmit"), order("PreToolUse", tool), order("PermissionRequest", tool)]);
    expect([pane.option(state).split(":")[0], pane.option("@rk_pane_agent_reason")]).toEqual(["waiting", "permission"]);
    await pane.run([order("PostToolUse", tool), order("Stop", { background_tasks: [] })]);
    expect([pane.option(state).split(":")[0], pane.option("@rk_pane_agent_reason")]).toEqual(["idle", ""]);
    await pane.run([order("SessionEnd", { reason: "prompt_input_exit" })]);
    expect(pane.tmux("show-options", "-pt", pane.paneId)).toBe("");
  });

  it("starts no tmux client for an event that changes nothing", async () => {
    await pane.run([order("UserPromptSubmit")]);
    const before = pane.option(state);
    pane.tmux("set-option", "-pt", pane.paneId, state, "idle:1:1");
    await pane.run([order("PreToolUse", { tool_name: "Bash", tool_input: {} }), order("PostToolUse", { tool_name: "Bash", tool_input: {} })]);
    expect(pane.option(state)).toBe("idle:1:1");
    await pane.run([order("Stop")]);
    expect(pane.option(state)).not.toBe(before);
    expect(pane.option(state)).toMatch(/^idle:/);
  });

  it.each([
    ["below a shell", "/bin/sh -c '\"$@\"; exit $?' tool"],
    ["in a session of its own", "setsid --wait"],
  ])("ignores an agent that another runs as a tool, %s", async (_name, tool) => {
    await pane.run([order("UserPromptSubmit")]);
    const nested = `${tool} '${pane.standIn}' -c '"$@"; exit $?' nested`;
    const runs = await pane.run(["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"].map((event) =>
      order(event, { session_id: "nested-session" }, { through: nested }),
    ));
    expect(runs).toMatchObject([silent, silent, silent, silent]);
    expect(pane.option(state)).toMatch(/^active:/);
    expect(pane.option(session)).toBe("claude:11111111-2222");
    expect(readUnplaced(machineDirectory()).map((one) => one.session)).not.toContain("nested-session");
  });

  it("keeps to the agent's pane when it is moved, and when the claim names another", async () => {
    pane.tmux("split-window", "-d", "-t", pane.paneId, "cat");
    pane.tmux("break-pane", "-d", "-s", pane.paneId);
    await pane.run([order("UserPromptSubmit", {}, { environment: "TMUX_PANE=%1" })]);
    expect(pane.option(state)).toMatch(/^active:/);
    expect(pane.option(state, "%1")).toBe("");
  });
});

describe("bad surroundings", () => {
  const cases: readonly (readonly [string, string, "written" | "unwritten"])[] = [
    ["no TMUX_PANE", "-u TMUX_PANE", "written"],
    ["a TMUX_PANE that is gone", "TMUX_PANE=%77", "written"],
    ["a TMUX_PANE that is none", "'TMUX_PANE=%0; kill-server'", "written"],
    ["an empty TMUX", "TMUX=", "unwritten"],
    ["no TMUX", "-u TMUX", "unwritten"],
    ["a TMUX that is none", "TMUX=nonsense", "unwritten"],
    ["a TMUX of a server that is gone", "TMUX=/nowhere/socket,4194301,0", "unwritten"],
    ["no tmux on PATH", "PATH=/nowhere", "written"],
    ["an odd HOME for everything but the hook", "XDG_DATA_HOME=/nowhere", "written"],
    ["Node options that would break it", "NODE_OPTIONS=--require=/nowhere.cjs", "written"],
  ];
  it.each(cases)("%s: silent, quick, and %s", async (_name, environment, expected) => {
    const [run] = await pane.run([order("UserPromptSubmit", {}, { environment })]);
    expect(run).toMatchObject(silent);
    expect(run?.milliseconds).toBeLessThan(1500);
    expect(pane.option(state) === "" ? "unwritten" : "written").toBe(expected);
  });

  it("a TMUX of another live server: neither server is written", async () => {
    const other = await openStandInPane();
    try {
      const environment = `TMUX=${other.socket},${other.serverPid},0 TMUX_PANE=${other.paneId}`;
      expect(await pane.run([order("UserPromptSubmit", {}, { environment })])).toMatchObject([silent]);
      expect([pane.option(state), other.option(state)]).toEqual(["", ""]);
    } finally {
      other.close();
    }
  });

  it("no Node anywhere, a missing forwarder, a missing hook, a damaged translator: silent, nothing written", async () => {
    const forwarder = join(pane.home, ".local/share/hexokit/rk-hook");
    const text = readFileSync(forwarder, "utf8");
    writeFileSync(forwarder, text.replace(/^hexokit_node=.*$/m, "hexokit_node=/nowhere/node"));
    expect(await pane.run([order("Stop", {}, { environment: "PATH=/nowhere" })])).toMatchObject([silent]);
    writeFileSync(forwarder, text);
    writeFileSync(join(pane.home, ".local/share/hexokit/hooks/claude.cjs"), "throw new Error('damaged')");
    expect(await pane.run([order("Stop")])).toMatchObject([silent]);
    rmSync(join(pane.home, ".local/share/hexokit/hook.cjs"));
    expect(await pane.run([order("Stop")])).toMatchObject([silent]);
    rmSync(forwarder);
    expect(await pane.run([order("Stop")])).toMatchObject([silent]);
    expect(pane.option(state)).toBe("");
  });

  it("a stopped tmux server: no hook over 1.5 s, and no event lost", async () => {
    await pane.run([order("UserPromptSubmit")]);
    process.kill(pane.serverPid, "SIGSTOP");
    const children = Array.from({ length: 6 }, (_, index) => `child${index}`);
    const orders = children.map((agent_id) => order("SubagentStart", { agent_id, agent_type: "general-purpose" }));
    const runs = await pane.run([order("Stop"), ...orders], "at-once");
    expect(runs.map((run) => [run.status, run.output])).toEqual(runs.map(() => [0, ""]));
    expect(Math.max(...runs.map((run) => run.milliseconds))).toBeLessThan(1500);
    const later = await pane.run([order("Notification", { notification_type: "idle_prompt", message: "x" })]);
    expect(later[0]?.milliseconds).toBeLessThan(1500);
    process.kill(pane.serverPid, "SIGCONT");
    for (const child of children) expect(pane.memory()).toContain(child);
    // After the quiet time the next event tells tmux all that was remembered.
    const deadline = Date.now() + 8000;
    while (!pane.option("@rk_pane_agent_reason").includes("background") && Date.now() < deadline) {
      await pane.run([order("Stop", { background_tasks: children.map((id) => ({ id, type: "subagent", status: "running" })) })]);
    }
    expect(pane.option(state)).toMatch(/^active:/);
    expect(pane.option("@rk_pane_agent_reason")).toBe("background");
  });
});

describe("hooks side by side", () => {
  it("16 at once: none is lost", async () => {
    await pane.run([order("UserPromptSubmit")]);
    const children = Array.from({ length: 16 }, (_, index) => `child${String.fromCharCode(97 + index)}`);
    const runs = await pane.run(children.map((agent_id) => order("SubagentStart", { agent_id })), "at-once");
    expect(runs.every((run) => run.status === 0 && run.output === "")).toBe(true);
    // What came too late for the lock is folded in by the next event.
    await pane.run([order("PreToolUse", { tool_name: "Bash", tool_input: {} })]);
    for (const child of children) expect(pane.memory()).toContain(child);
  });

  it("goes on when the holder of the lock was killed", async () => {
    await pane.run([order("UserPromptSubmit")]);
    const lock = join(machineDirectory().panes, `${lockName()}.lock`);
    const holder = spawn("/bin/sleep", ["60"], { stdio: "ignore" });
    const start = readFileSync(`/proc/${holder.pid}/stat`, "latin1").split(") ")[1]?.split(" ")[19];
    writeFileSync(lock, `${holder.pid} ${start}`);
    holder.kill("SIGKILL");
    await new Promise((resolve) => holder.once("exit", resolve));
    const [run] = await pane.run([order("Stop")]);
    expect(run).toMatchObject(silent);
    expect(pane.option(state)).toMatch(/^idle:/);
    expect(existsSync(lock)).toBe(false);
  });

  it("leaves its event for the next when the lock is held too long", async () => {
    await pane.run([order("UserPromptSubmit")]);
    const lock = join(machineDirectory().panes, `${lockName()}.lock`);
    const holder = spawn("/bin/sleep", ["60"], { stdio: "ignore" });
    try {
      const start = readFileSync(`/proc/${holder.pid}/stat`, "latin1").split(") ")[1]?.split(" ")[19];
      writeFileSync(lock, `${holder.pid} ${start}`);
      const [run] = await pane.run([order("SubagentStart", { agent_id: "latecomer" })]);
      expect(run).toMatchObject(silent);
      expect(run?.milliseconds).toBeLessThan(1500);
      rmSync(lock);
      await pane.run([order("Stop", { background_tasks: undefined })]);
      expect(pane.memory()).toContain("latecomer");
      expect(pane.option(state)).toMatch(/^active:/);
    } finally {
      holder.kill("SIGKILL");
    }
  });

  function lockName(): string {
    const start = (pid: number) => readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ")[19];
    return `${pane.serverPid}.${start(pane.serverPid)}-${pane.panePid}.${start(pane.panePid)}`;
  }
});

describe("bad payloads", () => {
  const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  const cases: readonly (readonly [string, string | Buffer])[] = [
    ["no bytes", ""],
    ["random bytes", Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256))],
    ["half a payload", payloadOf("Stop").slice(0, 30)],
    ["deep nesting", `{"session_id":"x","tool_name":"Bash","tool_input":${deep}}`],
    ["__proto__", '{"session_id":"ok","__proto__":{"turn":1},"constructor":{"prototype":{}}}'],
    ["an array", "[1,2,3]"],
    ["a session id with shell and tmux words", payloadOf("Stop", { session_id: "x'; kill-server; #(touch pwned) $(touch pwned)" })],
    ["ids with shell and tmux words", payloadOf("SubagentStart", { agent_id: "'; kill-server #{x} #(x)" })],
  ];
  it.each(cases)("%s: silent, quick, no other pane touched", async (_name, payload) => {
    pane.tmux("split-window", "-d", "-t", pane.paneId, "cat");
    const runs = await pane.run(["UserPromptSubmit", "PreToolUse", "SubagentStart", "Stop"].map((event) => ({ event, payload })));
    for (const run of runs) {
      expect(run).toMatchObject(silent);
      expect(run.milliseconds).toBeLessThan(1500);
    }
    expect(pane.option(state, "%1")).toBe("");
    expect(allOptions()).not.toContain("kill");
    expect(existsSync(join(pane.folder, "pwned")) || existsSync("pwned")).toBe(false);
  });

  it("2 MiB: handled as any other", async () => {
    const tool_response = { stdout: "x".repeat(2 * 1024 * 1024) };
    const tool = { tool_name: "Bash", tool_input: { command: "yes" } };
    await pane.run([order("PermissionRequest", tool)]);
    const [run] = await pane.run([order("PostToolUse", { ...tool, tool_response }, { input: "cat $PAYLOAD" })]);
    expect(run).toMatchObject(silent);
    expect(run?.milliseconds).toBeLessThan(1500);
    expect(pane.option(state)).toMatch(/^active:/);
  });

  it("a payload that never ends: given up in time", async () => {
    const [run] = await pane.run([order("Stop", {}, { input: "(cat $PAYLOAD; sleep 3)" })]);
    expect(run).toMatchObject(silent);
    expect(run?.milliseconds).toBeLessThan(1500);
    expect(pane.option(state)).toMatch(/^idle:/);
    const [endless] = await pane.run([order("Stop", {}, { input: "(printf '{'; sleep 3)" })]);
    expect(endless).toMatchObject(silent);
    expect(endless?.milliseconds).toBeLessThan(1500);
  });
});
