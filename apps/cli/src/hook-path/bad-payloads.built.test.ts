import { existsSync } from "node:fs";
import { join } from "node:path";
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
const silent = { status: 0, output: "" };

/** Everything that hooks may write, in all panes. */
function allOptions(): string {
  return pane.tmux("list-panes", "-a", "-F", "#{pane_id}#{@rk_pane_agent_state}#{@rk_pane_agent_session}");
}

describe("bad payloads", () => {
  const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  const cases: readonly (readonly [string, string | Buffer])[] = [
    ["no bytes", ""],
    ["random bytes", Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256))],
    ["half a payload", payloadOf("Stop").slice(0, 30)],
    ["deep nesting", `{"session_id":"x","tool_name":"Bash","tool_input":${deep}}`],
    ["__proto__", '{"session_id":"ok","__proto__":{"turn":1},"constructor":{"prototype":{}}}'],
    ["an array", "[1,2,3]"],
    [
      "a session id with shell and tmux words",
      payloadOf("Stop", { session_id: "x'; kill-server; #(touch pwned) $(touch pwned)" }),
    ],
    ["ids with shell and tmux words", payloadOf("SubagentStart", { agent_id: "'; kill-server #{x} #(x)" })],
  ];
  it.each(cases)("%s: silent, quick, no other pane touched", async (_name, payload) => {
    pane.tmux("split-window", "-d", "-t", pane.paneId, "cat");
    const runs = await pane.run(
      ["UserPromptSubmit", "PreToolUse", "SubagentStart", "Stop"].map((event) => ({ event, payload })),
    );
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
    const [run] = await pane.run([
      order("PostToolUse", { ...tool, tool_response }, { input: "cat $PAYLOAD" }),
    ]);
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
