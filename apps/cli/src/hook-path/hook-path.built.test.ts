import { readFileSync } from "node:fs";
import { machineDirectory, readUnplaced } from "@hexokit/core";
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
const session = "@rk_pane_agent_session";
const silent = { status: 0, output: "" };

describe("an event's way from the installed command to the pane", () => {
  it("writes state, session and command of the agent's own pane", async () => {
    expect(await pane.run([order("UserPromptSubmit", { prompt: "go" })])).toMatchObject([silent]);
    expect(pane.option(state)).toMatch(/^active:[0-9]{10}:[0-9]+$/);
    expect(pane.option(session)).toBe("claude:11111111-2222");
    expect(pane.option("@rk_pane_agent_command")).toBe(
      pane.tmux("display-message", "-pt", pane.paneId, "#{pane_current_command}"),
    );
    const pid = Number(pane.option(state).split(":")[2]);
    expect(readFileSync(`/proc/${pid}/cmdline`, "latin1")).toContain(pane.standIn);
  });

  it("follows a turn with a permission, and unsets everything when the process ends", async () => {
    const tool = { tool_name: "Bash", tool_input: { command: "touch x" } };
    await pane.run([order("UserPromptSubmit"), order("PreToolUse", tool), order("PermissionRequest", tool)]);
    expect([pane.option(state).split(":")[0], pane.option("@rk_pane_agent_reason")]).toEqual([
      "waiting",
      "permission",
    ]);
    await pane.run([order("PostToolUse", tool), order("Stop", { background_tasks: [] })]);
    expect([pane.option(state).split(":")[0], pane.option("@rk_pane_agent_reason")]).toEqual(["idle", ""]);
    await pane.run([order("SessionEnd", { reason: "prompt_input_exit" })]);
    expect(pane.tmux("show-options", "-pt", pane.paneId)).toBe("");
  });

  it("starts no tmux client for an event that changes nothing", async () => {
    await pane.run([order("UserPromptSubmit")]);
    const before = pane.option(state);
    pane.tmux("set-option", "-pt", pane.paneId, state, "idle:1:1");
    await pane.run([
      order("PreToolUse", { tool_name: "Bash", tool_input: {} }),
      order("PostToolUse", { tool_name: "Bash", tool_input: {} }),
    ]);
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
    const runs = await pane.run(
      ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"].map((event) =>
        order(event, { session_id: "nested-session" }, { through: nested }),
      ),
    );
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
