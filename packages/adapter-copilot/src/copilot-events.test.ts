import { readdirSync, readFileSync } from "node:fs";
import type { HookOutcome } from "@hexokit/core/hook";
import { describe, expect, it } from "vitest";
import { copilotPayloads } from "./copilot-payloads.js";
import { translator } from "./hook.js";

const folder = new URL("../../../fixtures/copilot/1.0.102/hooks/", import.meta.url);

function fixture(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}

const terminal = { COPILOT_CLI: "1", COPILOT_LOADER_PID: "4895" };

function translate(name: string, changes: Record<string, unknown> = {}, environment = {}): HookOutcome {
  const payload = { ...fixture(name), ...changes };
  const event = name.split("-", 1)[0] ?? "";
  return translator.translate({ event, payload, environment: { ...terminal, ...environment } });
}

function outcome(name: string, changes: Record<string, unknown> = {}, environment = {}) {
  const translated = translate(name, changes, environment);
  if (translated.kind === "ignore") throw new Error(`${name} is ignored`);
  return translated;
}

const ignored = { kind: "ignore", why: "not-a-signal" };

describe("Copilot's events", () => {
  it("say who, not what, at a session's start: it comes with the first prompt, in any order", () => {
    for (const name of ["sessionStart-new", "sessionStart-resume"])
      expect(outcome(name)).toEqual({ kind: "event", session: fixture(name).sessionId });
  });

  it("end the session and never the process, which may go on", () => {
    expect(outcome("sessionEnd-user_exit").end).toBe("session");
    expect(outcome("sessionEnd-complete").end).toBe("session");
  });

  it("close what the root had open when a person writes a prompt, not when background work ends", () => {
    expect(outcome("userPromptSubmitted")).toMatchObject({ turn: { is: "active" }, settle: "main" });
    const notified = outcome("userPromptSubmitted-system_notification");
    expect(notified.turn).toEqual({ is: "active" });
    expect(notified.settle).toBeUndefined();
  });

  it("end the turn at the root's stop, and at an error whether it is recoverable or not", () => {
    expect(outcome("agentStop").turn).toEqual({ is: "idle" });
    for (const recoverable of [true, false])
      expect(outcome("errorOccurred", { recoverable })).toMatchObject({
        turn: { is: "idle" },
        reason: "error",
      });
  });

  it("name a tool call the same when it starts and ends", () => {
    const { tool } = outcome("preToolUse-bash");
    expect(tool?.is).toBe("start");
    expect(outcome("postToolUse-bash").tool).toEqual({ is: "end", owner: tool?.owner });
    const failed = outcome("postToolUseFailure").tool;
    expect(failed).toEqual({ is: "end", owner: outcome("preToolUse-ask_user").tool?.owner });
    expect(failed?.owner).not.toBe(tool?.owner);
  });

  it("ask by a notification that means it, and by no other", () => {
    expect(outcome("notification-permission_prompt").ask).toEqual({
      reason: "permission",
      request: { text: "Run command: touch yes.txt" },
    });
    expect(outcome("notification-elicitation_dialog").ask).toMatchObject({ reason: "question" });
    expect(translate("notification-agent_idle")).toEqual(ignored);
    for (const kind of ["agent_completed", "shell_completed", "something new", undefined, 7])
      expect(translate("notification-permission_prompt", { notification_type: kind })).toEqual(ignored);
  });

  it("ask at the start of the tools that ask: no notification tells of a plan", () => {
    const question = outcome("preToolUse-ask_user");
    expect(question.ask).toEqual({
      owner: question.tool?.owner,
      reason: "question",
      request: { tool: "ask_user", text: "Which?" },
    });
    expect(outcome("preToolUse-exit_plan_mode").ask).toMatchObject({ reason: "plan" });
    expect(outcome("preToolUse-bash").ask).toBeUndefined();
  });

  it("ask nobody where there is no terminal (`-p`)", () => {
    const noLoader = { COPILOT_LOADER_PID: undefined };
    expect(translate("notification-permission_prompt", {}, noLoader)).toEqual({
      kind: "ignore",
      why: "unattended",
    });
    expect(outcome("preToolUse-ask_user", {}, noLoader).ask).toBeUndefined();
    expect(outcome("preToolUse-ask_user", {}, noLoader).tool?.is).toBe("start");
  });

  it("make nothing of a permission request: it fires for tools that nobody is asked about", () => {
    expect(translator.events.map(({ name }) => name)).not.toContain("permissionRequest");
    expect(translate("permissionRequest")).toEqual(ignored);
    expect(translate("permissionRequest-in-subagent")).toEqual(ignored);
  });

  it("give a subagent's events to the subagent: not the pane's session, not the root's turn", () => {
    const child = fixture("subagentStart").agentId;
    expect(outcome("subagentStart")).toEqual({ kind: "event", child, children: { start: child } });
    expect(outcome("subagentStop")).toEqual({ kind: "event", child, children: { end: child } });
    const other = fixture("userPromptSubmitted-in-subagent").agentId;
    expect(outcome("userPromptSubmitted-in-subagent").children).toEqual({ start: other });
    expect(outcome("agentStop-in-subagent").children).toEqual({ end: other });
    for (const name of readdirSync(folder).filter((name) => name.includes("-in-subagent"))) {
      const translated = translate(name.replace(".json", ""));
      if (translated.kind === "ignore") continue;
      expect(translated).toMatchObject({ child: other });
      expect([translated.session, translated.turn, translated.end], name).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
    expect(outcome("preToolUse-in-subagent").tool?.owner).toMatch(/^b0e63f21-/);
    expect(translate("errorOccurred", { agentId: other })).toEqual(ignored);
  });

  it.each([undefined, null, 1, "x", [], {}, { sessionId: 7 }, { sessionId: "" }])(
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
      const schema = copilotPayloads[name.split("-", 1)[0] as keyof typeof copilotPayloads];
      if (schema === undefined) return false;
      expect(schema.safeParse(fixture(name)), name).toMatchObject({ success: true });
      return true;
    });
    expect(checked.length).toBeGreaterThan(25);
    expect(Object.keys(copilotPayloads)).toEqual(translator.events.map((event) => event.name));
  });
});
