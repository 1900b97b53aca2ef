import { spawn } from "node:child_process";
import { lstatSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { machineDirectory } from "@hexokit/core";
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

describe("hooks side by side", () => {
  it("16 at once: none is lost", async () => {
    await pane.run([order("UserPromptSubmit")]);
    const children = Array.from({ length: 16 }, (_, index) => `child${String.fromCharCode(97 + index)}`);
    const runs = await pane.run(
      children.map((agent_id) => order("SubagentStart", { agent_id })),
      "at-once",
    );
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
    symlinkSync(`${holder.pid} ${start}`, lock);
    holder.kill("SIGKILL");
    await new Promise((resolve) => holder.once("exit", resolve));
    const [run] = await pane.run([order("Stop")]);
    expect(run).toMatchObject(silent);
    expect(pane.option(state)).toMatch(/^idle:/);
    expect(lstatSync(lock, { throwIfNoEntry: false })).toBeUndefined();
  });

  it("leaves its event for the next when the lock is held too long", async () => {
    await pane.run([order("UserPromptSubmit")]);
    const lock = join(machineDirectory().panes, `${lockName()}.lock`);
    const holder = spawn("/bin/sleep", ["60"], { stdio: "ignore" });
    try {
      const start = readFileSync(`/proc/${holder.pid}/stat`, "latin1").split(") ")[1]?.split(" ")[19];
      symlinkSync(`${holder.pid} ${start}`, lock);
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
