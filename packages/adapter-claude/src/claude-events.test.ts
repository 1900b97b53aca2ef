import { readdirSync, readFileSync } from "node:fs";
import type { HookOutcome } from "@hexokit/core/hook";
import { describe, expect, it } from "vitest";
import { claudePayloads } from "./claude-payloads.js";
import { translator } from "./hook.js";

const folder = new URL("../../../fixtures/claude/2.1.332/hooks/", import.meta.url);

function fixture(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}

function translate(name: string, changes: Record<string, unknown> = {}): HookOutcome {
  const payload = { ...fixture(name), ...changes };
  return translator.translate({ event: String(payload.hook_event_name), payload, environment: {} });
}

function outcome(name: string, changes: Record<string, unknown> = {}) {
  const translated = translate(name, changes);
  if (translated.kind === "ignore") throw new Error(`${name} is ignored`);
  return translated;
}

describe("Claude Code's events", () => {
  it("are idle and identity at a session's start, identity alone after a compaction", () => {
    expect(outcome("SessionStart-startup")).toMatchObject({
      turn: { is: "idle" },
      session: fixture("SessionStart-startup").session_id,
    });
    expect(outcome("SessionStart-resume").turn).toEqual({ is: "idle" });
    expect(outcome("SessionStart-clear").turn).toEqual({ is: "idle" });
    expect(outcome("SessionStart-compact").turn).toBeUndefined();
  });

  it("end the session on /clear and /resume, the process on everything else", () => {
    expect(outcome("SessionEnd-clear").end).toBe("session");
    expect(outcome("SessionEnd-resume").end).toBe("session");
    expect(outcome("SessionEnd-other").end).toBe("process");
    expect(outcome("SessionEnd-prompt_input_exit").end).toBe("process");
    expect(outcome("SessionEnd-other", { reason: "a new reason" }).end).toBe("process");
  });

  it("close what the root had open when a person writes a prompt, not when a background task does", () => {
    expect(outcome("UserPromptSubmit")).toMatchObject({ turn: { is: "active" }, settle: "main" });
    const notified = outcome("UserPromptSubmit-task-notification");
    expect(notified.turn).toEqual({ is: "active" });
    expect(notified.settle).toBeUndefined();
  });

  it("name a tool call the same when it starts, asks and ends, whatever the answer adds", () => {
    const owners = [
      "PreToolUse-AskUserQuestion",
      "PermissionRequest-AskUserQuestion",
      "PostToolUse-AskUserQuestion",
    ].map((name) => {
      const { ask, tool } = outcome(name);
      return ask?.owner ?? tool?.owner;
    });
    expect(new Set(owners).size).toBe(1);
    const bash = outcome("PreToolUse-Bash");
    const same = { tool_input: fixture("PreToolUse-Bash").tool_input };
    expect(outcome("PostToolUse-Bash", same).tool?.owner).toBe(bash.tool?.owner);
    expect(outcome("PermissionRequest-Bash", same).ask?.owner).toBe(bash.tool?.owner);
    expect(outcome("PostToolUse-Bash", { tool_input: { command: "else" } }).tool?.owner).not.toBe(
      bash.tool?.owner,
    );
  });

  it("ask at a question's or plan's start, and at a permission's request", () => {
    expect(outcome("PreToolUse-AskUserQuestion").ask).toMatchObject({
      reason: "question",
      request: { tool: "AskUserQuestion", text: "Which color?" },
    });
    expect(outcome("PreToolUse-ExitPlanMode").ask).toMatchObject({ reason: "plan" });
    expect(outcome("PermissionRequest-ExitPlanMode").ask?.owner).toBe(
      outcome("PreToolUse-ExitPlanMode").tool?.owner,
    );
    const bash = fixture("PermissionRequest-Bash").tool_input as { command: string };
    expect(outcome("PermissionRequest-Bash").ask).toMatchObject({
      reason: "permission",
      request: { tool: "Bash", text: bash.command },
    });
    expect(outcome("PreToolUse-Bash").ask).toBeUndefined();
  });

  it("take only those notifications for a wait that mean one", () => {
    expect(outcome("Notification-permission_prompt").ask).toMatchObject({ reason: "permission" });
    expect(outcome("Notification-permission_prompt").ask?.owner).toBeUndefined();
    expect(outcome("Notification-agent_needs_input").ask).toMatchObject({ reason: "permission" });
    expect(outcome("Notification-idle_prompt")).toMatchObject({ turn: { is: "idle" } });
    for (const kind of [
      "auth_success",
      "agent_completed",
      "push_notification",
      "elicitation_complete",
      "something new",
    ]) {
      expect(translate("Notification-permission_prompt", { notification_type: kind })).toEqual({
        kind: "ignore",
        why: "not-a-signal",
      });
    }
  });

  it("list running subagents and background shells at the root's stop", () => {
    expect(outcome("Stop")).toMatchObject({ turn: { is: "idle" }, children: { set: [] } });
    expect(outcome("Stop-background-subagent")).toMatchObject({
      turn: { is: "idle" },
      children: { set: ["a14ad5fd1a5d9bf6e"] },
    });
    expect(outcome("Stop-background-shell")).toMatchObject({
      turn: { is: "idle" },
      children: { set: [] },
      reason: "background",
    });
    expect(outcome("Stop", { background_tasks: undefined }).children).toBeUndefined();
  });

  it("end a failed turn, also a failed compaction's, but not a subagent's", () => {
    expect(outcome("StopFailure")).toMatchObject({ turn: { is: "idle" }, reason: "error" });
    expect(outcome("StopFailure", { agent_id: "a1", agent_type: "" })).toMatchObject({
      turn: { is: "idle" },
    });
    expect(translate("StopFailure", { agent_id: "a1", agent_type: "general-purpose" })).toEqual({
      kind: "ignore",
      why: "not-a-signal",
    });
  });

  it("follow a manual compaction from start to end, and an automatic one through", () => {
    expect(outcome("PreCompact")).toMatchObject({ turn: { is: "active" }, settle: "main" });
    expect(outcome("PreCompact", { trigger: "auto" }).settle).toBeUndefined();
    expect(outcome("PostCompact").turn).toEqual({ is: "idle" });
    expect(translate("PostCompact", { trigger: "auto" }).kind).toBe("ignore");
  });

  it("give a subagent's events to the subagent, never to the turn", () => {
    expect(outcome("SubagentStart").children).toEqual({ start: "a14ad5fd1a5d9bf6e" });
    expect(outcome("SubagentStop").children).toEqual({ end: "a14ad5fd1a5d9bf6e" });
    for (const name of [
      "PreToolUse-Bash-subagent",
      "PermissionRequest-Bash-subagent",
      "PostToolUse-Bash-subagent",
    ]) {
      const child = outcome(name);
      expect(child.child).toBe(fixture(name).agent_id);
      expect(child.turn).toBeUndefined();
      expect((child.ask?.owner ?? child.tool?.owner)?.startsWith(`${child.child}-`)).toBe(true);
    }
    expect(translate("Stop", { agent_id: "a1" }).kind).toBe("ignore");
  });

  it("settle an MCP server's question by its server", () => {
    const common = { session_id: "s", mcp_server_name: "files", message: "Which folder?" };
    const asked = translator.translate({ event: "Elicitation", payload: common, environment: {} });
    const answered = translator.translate({
      event: "ElicitationResult",
      payload: { ...common, action: "accept" },
      environment: {},
    });
    if (asked.kind === "ignore" || answered.kind === "ignore") throw new Error("ignored");
    expect(asked.ask).toMatchObject({ reason: "question", request: { text: "Which folder?" } });
    expect(answered.settle).toEqual({ owner: asked.ask?.owner });
  });

  it.each([undefined, null, 1, "x", [], {}, { session_id: 7 }, { session_id: "" }])(
    "ignore the payload %j",
    (payload) => {
      for (const { name } of translator.events) {
        expect(translator.translate({ event: name, payload, environment: {} })).toEqual({
          kind: "ignore",
          why: "payload",
        });
      }
    },
  );

  it("have a schema that every recorded payload of a registered event fits", () => {
    const names = readdirSync(folder).map((name) => name.replace(/\.json$/, ""));
    const checked = names.filter((name) => {
      const payload = fixture(name);
      const schema = claudePayloads[payload.hook_event_name as keyof typeof claudePayloads];
      if (schema === undefined) return false;
      expect(schema.safeParse(payload), name).toMatchObject({ success: true });
      return true;
    });
    expect(checked.length).toBeGreaterThan(30);
    expect(Object.keys(claudePayloads)).toEqual(translator.events.map((event) => event.name));
  });
});
