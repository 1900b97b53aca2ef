import { readFileSync } from "node:fs";
import { emptyMemory, type Memory, reduce, situationOf, toEvent, valuesOf } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { translator } from "./hook.js";

/** What recorded events add up to in a pane, one after another and four seconds apart. */

const folder = new URL("../../../fixtures/kimi/2.1.0/", import.meta.url);
const session = "session_442a69f6-284f-4579-85e7-dd44666004d3";

type Step = readonly [name: string, changes?: Record<string, unknown>];

function states(...steps: readonly Step[]): readonly string[] {
  let memory: Memory = emptyMemory;
  return steps.map(([name, changes], index) => {
    const recorded = JSON.parse(readFileSync(new URL(`hooks/${name}.json`, folder), "utf8"));
    const payload = { ...recorded, session_id: session, ...changes };
    const event = String(payload.hook_event_name);
    const outcome = translator.translate({ event, payload, environment: {} });
    const ticks = 1000 + index * 400;
    if (outcome.kind === "event") {
      const agent = { provider: "kimi", pid: 7, startTime: 1 };
      const key = { startTime: ticks, pid: index + 1 };
      memory = reduce(memory, toEvent(outcome, agent, key, ticks * 10), 100);
    }
    const values = valuesOf(situationOf(memory));
    return [values?.state ?? "none", values?.reason].filter((word) => word !== undefined).join(" ");
  });
}

const other = { session_id: "session_00000000-0000-4000-8000-000000000000" };

describe("a pane with Kimi Code", () => {
  it("shows no state by a session's start that comes with its first prompt, and idle by a resumed one", () => {
    expect(states(["SessionStart-startup"], ["UserPromptSubmit"], ["Stop"])).toEqual([
      "none",
      "active",
      "idle",
    ]);
    expect(states(["SessionStart-resume"])).toEqual(["idle"]);
  });

  it("is idle in the new session after /new, which ends the old one behind its start", () => {
    expect(
      states(
        ["UserPromptSubmit"],
        ["Stop"],
        ["SessionStart-startup", other],
        ["SessionEnd-exit"],
        ["UserPromptSubmit", other],
      ),
    ).toEqual(["active", "idle", "none", "idle", "active"]);
  });

  it("waits until a permission is answered, whatever the answer", () => {
    const asked = ["PermissionRequest-Bash"] as const;
    expect(states(["PreToolUse-Bash"], asked, ["PermissionResult-Bash-approved"], ["Stop"])).toEqual([
      "active",
      "waiting permission",
      "active",
      "idle",
    ]);
    const { tool_call_id: call } = JSON.parse(
      readFileSync(new URL("hooks/PermissionRequest-Bash.json", folder), "utf8"),
    );
    expect(states(asked, ["PermissionResult-Bash-rejected", { tool_call_id: call }])).toEqual([
      "waiting permission",
      "active",
    ]);
    expect(states(asked, ["PermissionResult-Bash-rejected"])).toEqual([
      "waiting permission",
      "waiting permission",
    ]);
  });

  it("waits for a plan, and for a question from its tool's start to its end or the turn's", () => {
    expect(states(["PermissionRequest-ExitPlanMode"], ["PermissionResult-ExitPlanMode-approved"])).toEqual([
      "waiting plan",
      "active",
    ]);
    expect(states(["PreToolUse-AskUserQuestion"], ["Stop"])).toEqual(["waiting question", "idle"]);
    const call = { tool_call_id: "x" };
    expect(states(["PreToolUse-AskUserQuestion", call], ["PostToolUse-AskUserQuestion", call])).toEqual([
      "waiting question",
      "active",
    ]);
  });

  it("is idle after an interruption, whatever was open", () => {
    expect(
      states(
        ["PreToolUse-Agent"],
        ["SubagentStart"],
        ["PermissionRequest-Bash-subagent"],
        ["Interrupt"],
        ["UserPromptSubmit"],
        ["Stop"],
      ),
    ).toEqual(["active", "active", "waiting permission", "idle", "active", "idle"]);
  });

  it("takes the stop of each running subagent for its own, and the next for the root's", () => {
    expect(
      states(
        ["UserPromptSubmit"],
        ["SubagentStart"],
        ["SubagentStart"],
        ["Stop"],
        ["PreToolUse-Bash"],
        ["Stop"],
        ["SubagentStop"],
        ["Stop"],
      ),
    ).toEqual(["active", "active", "active", "active", "active", "active", "active", "idle"]);
  });

  it("works while a subagent in the background does, and does not take its tools for the root's", () => {
    expect(
      states(
        ["UserPromptSubmit"],
        ["SubagentStart"],
        ["StopFailure"],
        ["SubagentStart"],
        ["Stop"],
        ["Stop"],
        ["TurnStarted-task"],
        ["Stop"],
      ),
    ).toEqual(["active", "active", "active", "active", "active", "idle", "active", "idle"]);
  });

  it("ends a failed turn with the reason", () => {
    expect(states(["UserPromptSubmit"], ["StopFailure"])).toEqual(["active", "idle error"]);
  });

  it("goes through a manual compaction, and says nothing by an automatic one", () => {
    expect(states(["PreCompact"], ["PostCompact"])).toEqual(["active", "idle"]);
    const auto = { trigger: "auto" };
    expect(states(["UserPromptSubmit"], ["PreCompact", auto], ["PostCompact", auto])).toEqual([
      "active",
      "active",
      "active",
    ]);
  });

  it("waits for a subagent's approval, also when the root has stopped", () => {
    expect(
      states(
        ["SubagentStart"],
        ["PermissionRequest-Bash-subagent"],
        ["PermissionResult-Bash-subagent-rejected"],
      ),
    ).toEqual(["active background", "waiting permission", "active background"]);
  });

  it("is not begun by the late TurnStarted of a person's or a subagent's turn", () => {
    expect(
      states(["UserPromptSubmit"], ["Stop"], ["TurnStarted-user"], ["TurnStarted-system_trigger"]),
    ).toEqual(["active", "idle", "idle", "idle"]);
  });
});
