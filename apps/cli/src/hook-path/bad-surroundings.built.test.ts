import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStandInPane, order, type StandInPane } from "./stand-in-pane.js";

let pane: StandInPane;
beforeEach(async () => {
  pane = await openStandInPane();
});
afterEach(() => {
  pane.close();
});

const state = "@rk_pane_agent_state";
const silent = { status: 0, output: "" };

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

  it("a Node without the primitives that save time: slower, and all the same", async () => {
    const forwarder = join(pane.home, ".local/share/hexokit/rk-hook");
    const without = join(pane.folder, "without.cjs");
    writeFileSync(without, "process.binding = () => { throw new Error('gone'); };");
    const text = readFileSync(forwarder, "utf8");
    const changed = text.replace('"$hexokit_node" "', `"$hexokit_node" --require ${without} "`);
    expect(changed).not.toBe(text);
    writeFileSync(forwarder, changed);
    expect(await pane.run([order("UserPromptSubmit", {}, { input: "cat $PAYLOAD" })])).toMatchObject([
      silent,
    ]);
    expect(pane.option(state)).toMatch(/^active:/);
    const [endless] = await pane.run([order("Stop", {}, { input: "(cat $PAYLOAD; sleep 3)" })]);
    expect(endless).toMatchObject(silent);
    expect(endless?.milliseconds).toBeLessThan(1500);
    expect(pane.option(state)).toMatch(/^idle:/);
  });

  it("a stopped tmux server: no hook over 1.5 s, and no event lost", async () => {
    await pane.run([order("UserPromptSubmit")]);
    process.kill(pane.serverPid, "SIGSTOP");
    const children = Array.from({ length: 6 }, (_, index) => `child${index}`);
    const orders = children.map((agent_id) =>
      order("SubagentStart", { agent_id, agent_type: "general-purpose" }),
    );
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
      await pane.run([
        order("Stop", {
          background_tasks: children.map((id) => ({ id, type: "subagent", status: "running" })),
        }),
      ]);
    }
    expect(pane.option(state)).toMatch(/^active:/);
    expect(pane.option("@rk_pane_agent_reason")).toBe("background");
  });

  it("a write that a stopped server may or may not have got: the next prompt is seen all the same", async () => {
    await pane.run([order("UserPromptSubmit")]);
    process.kill(pane.serverPid, "SIGSTOP");
    await pane.run([order("Stop")]);
    process.kill(pane.serverPid, "SIGCONT");
    const deadline = Date.now() + 9000;
    do await pane.run([order("UserPromptSubmit")]);
    while (!pane.option(state).startsWith("active:") && Date.now() < deadline);
    expect(pane.option(state)).toMatch(/^active:/);
    expect(pane.memory()).toContain("active;");
    await pane.run([order("Stop")]);
    expect(pane.option(state)).toMatch(/^idle:/);
  });
});
