import { readFileSync } from "node:fs";
import { emptyMemory, type Memory, reduce, situationOf, toEvent, valuesOf } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { translator } from "./hook.js";

/** What recorded events add up to in a pane, one after another and four seconds apart. */

const folder = new URL("../../../fixtures/codex/0.171.0/", import.meta.url);
const session = "01a22e96-58d5-77d3-95cf-cdc986a22e11";

type Step = readonly [name: string, changes?: Record<string, unknown>];

function states(...steps: readonly Step[]): readonly string[] {
  let memory: Memory = emptyMemory;
  return steps.map(([name, changes], index) => {
    const recorded = JSON.parse(readFileSync(new URL(`hooks/${name}.json`, folder), "utf8"));
    const of = String(changes?.session_id ?? session);
    const transcriptPath = `/x/rollout-2026-11-30T22-32-14-${of}.jsonl`;
    const payload = { ...recorded, session_id: of, transcript_path: transcriptPath, ...changes };
    const head = `${JSON.stringify({
      type: "turn_context",
      payload: { turn_id: payload.turn_id, approvals_reviewer: payload.reviewer ?? "user" },
    })}\n`;
    const transcript = { path: "/r", head, tail: "", complete: true };
    const event = String(payload.hook_event_name);
    const outcome = translator.translate({ event, payload, environment: {}, transcript });
    const ticks = 1000 + index * 400;
    if (outcome.kind === "event") {
      const agent = { provider: "codex", pid: 7, startTime: 1 };
      const key = { startTime: ticks, pid: index + 1 };
      memory = reduce(memory, toEvent(outcome, agent, key, ticks * 10), 100);
    }
    const values = valuesOf(situationOf(memory));
    return [values?.state ?? "none", values?.reason].filter((word) => word !== undefined).join(" ");
  });
}

const one = { turn_id: "turn-1" };
const two = { turn_id: "turn-2" };
const command = { tool_input: { command: "sleep 8" } };
const asked = { tool_input: { command: "sleep 8", description: "May I?" } };
const child = { agent_id: "01a22e9a-a88e-79d0-a054-4c873ebee617", turn_id: "turn-of-child" };
const answer = (index: number) => {
  const questionItemId = JSON.stringify(["request_user_input_async", "call_23x", index]);
  return `<send_user_message_question_reply>\n${JSON.stringify([{ answer: "x", questionItemId }])}\n</send_user_message_question_reply>`;
};

describe("a pane with Codex", () => {
  it("shows no state by a session's start, which comes with the first prompt", () => {
    expect(states(["SessionStart-startup"], ["UserPromptSubmit", one], ["Stop", one])).toEqual([
      "none",
      "active",
      "idle",
    ]);
  });

  it("waits for an approval until its command has ended, over sibling tools", () => {
    expect(
      states(
        ["UserPromptSubmit", one],
        ["PreToolUse-Bash", { ...one, ...command }],
        ["PermissionRequest-Bash", { ...one, ...asked }],
        ["PostToolUse-Bash", one],
        ["PostToolUse-Bash", { ...one, ...command }],
        ["Stop", one],
      ),
    ).toEqual(["active", "active", "waiting permission", "waiting permission", "active", "idle"]);
  });

  it("does not wait while a machine reviews", () => {
    expect(
      states(
        ["UserPromptSubmit", one],
        ["PermissionRequest-Bash", { ...one, ...asked, reviewer: "auto_review" }],
      ),
    ).toEqual(["active", "active"]);
  });

  it("is idle after Esc or No, whatever was open", () => {
    expect(
      states(
        ["UserPromptSubmit", one],
        ["PermissionRequest-Bash", { ...one, ...asked }],
        ["Interrupt", one],
        ["UserPromptSubmit", two],
        ["PostToolUse-request_user_input_async", two],
        ["Interrupt", two],
      ),
    ).toEqual(["active", "waiting permission", "idle", "active", "waiting question", "idle"]);
  });

  it("is not made active again by a tool that ends after its turn", () => {
    expect(
      states(
        ["UserPromptSubmit", one],
        ["PreToolUse-Bash", one],
        ["Stop", one],
        ["PostToolUse-Bash", one],
        ["PreToolUse-Bash", one],
        ["PostToolUse-request_user_input_async", one],
        ["PreToolUse-Bash", two],
      ),
    ).toEqual(["active", "active", "idle", "idle", "idle", "idle", "active"]);
  });

  it("waits for every question that was asked in passing, over the turn's end, until each is answered", () => {
    const both = ["PostToolUse-request_user_input_async", one] as const;
    expect(
      states(
        ["UserPromptSubmit", one],
        both,
        ["PostToolUse-Bash", one],
        ["UserPromptSubmit", { ...one, prompt: "go on" }],
        ["UserPromptSubmit", { ...one, prompt: answer(0) }],
        ["UserPromptSubmit", { ...one, prompt: answer(1) }],
        ["Stop", one],
      ),
    ).toEqual([
      "active",
      "waiting question",
      "waiting question",
      "waiting question",
      "waiting question",
      "active",
      "idle",
    ]);
    expect(
      states(
        ["UserPromptSubmit", one],
        both,
        ["Stop", one],
        ["PreCompact", two],
        ["PostCompact", two],
        ["UserPromptSubmit", { turn_id: "turn-3", prompt: "take red" }],
        ["Stop", { turn_id: "turn-3" }],
      ),
    ).toEqual([
      "active",
      "waiting question",
      "waiting question",
      "waiting question",
      "waiting question",
      "active",
      "idle",
    ]);
  });

  it("waits for a Plan question until its answer", () => {
    expect(
      states(
        ["UserPromptSubmit", one],
        ["PreToolUse-request_user_input", one],
        ["PostToolUse-Bash", one],
        ["PostToolUse-request_user_input", one],
        ["Stop", one],
      ),
    ).toEqual(["active", "waiting question", "waiting question", "active", "idle"]);
  });

  it("waits for a child's approval, also when the root's turn is over, and works while the child does", () => {
    expect(
      states(
        ["UserPromptSubmit", one],
        ["SubagentStart", child],
        ["PermissionRequest-Bash-child", { ...child, ...asked }],
        ["Stop", one],
        ["PostToolUse-Bash-child", { ...child, ...command }],
        ["SubagentStop", child],
      ),
    ).toEqual(["active", "active", "waiting permission", "waiting permission", "active background", "idle"]);
  });

  it("goes through a manual compaction", () => {
    expect(
      states(["UserPromptSubmit", one], ["Stop", one], ["PreCompact", two], ["PostCompact", two]),
    ).toEqual(["active", "idle", "active", "idle"]);
  });

  it("starts from nothing with another session, and is not touched by the late end of an older one", () => {
    const other = { session_id: "01a22e9b-3270-7f60-96a8-9d189b432e4b" };
    expect(
      states(
        ["UserPromptSubmit", one],
        ["PermissionRequest-Bash", { ...one, ...asked }],
        ["SessionStart-clear", other],
        ["UserPromptSubmit", { ...other, ...two }],
        ["SessionEnd-daemon-unload"],
        ["SessionEnd-daemon-unload", other],
      ),
    ).toEqual(["active", "waiting permission", "none", "active", "active", "idle"]);
  });
});
