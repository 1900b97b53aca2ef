import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { translator } from "./hook.js";
import { kimiPayloads } from "./kimi-payloads.js";

const folder = new URL("../../../fixtures/kimi/2.1.0/hooks/", import.meta.url);

function fixture(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}

function outcome(name: string, changes: Record<string, unknown> = {}) {
  const payload = { ...fixture(name), ...changes };
  const translated = translator.translate({
    event: String(payload.hook_event_name),
    payload,
    environment: {},
  });
  if (translated.kind === "ignore") throw new Error(`${name} is ignored: ${translated.why}`);
  return translated;
}

describe("Kimi Code's events", () => {
  it("name a tool call the same when it starts, asks, is answered and ends", () => {
    const call = { tool_call_id: "toolu_1" };
    const start = outcome("PreToolUse-Bash", call).tool?.owner;
    expect(outcome("PermissionRequest-Bash", call).ask?.owner).toBe(start);
    expect(outcome("PermissionResult-Bash-approved", call).settle).toEqual({ owner: start });
    expect(outcome("PostToolUse-Bash", call).tool).toEqual({ is: "end", owner: start });
    expect(outcome("PostToolUse-Bash", { tool_call_id: "toolu_2" }).tool?.owner).not.toBe(start);
  });

  it("say what a person is asked, in the dialog's words", () => {
    expect(outcome("PermissionRequest-Bash").ask).toMatchObject({
      reason: "permission",
      request: { tool: "Bash", text: "echo hi" },
    });
    expect(outcome("PermissionRequest-Write").ask?.request?.text).toBe("/home/user/project/a.txt");
    expect(outcome("PermissionRequest-ExitPlanMode").ask).toMatchObject({
      reason: "plan",
      request: { text: "# Plan\n1. x\n" },
    });
    expect(outcome("PreToolUse-AskUserQuestion").ask).toMatchObject({
      reason: "question",
      request: { text: "Which color?" },
    });
    expect(outcome("PreToolUse-Bash").ask).toBeUndefined();
  });

  it("give a subagent's approval to a child without an id, and never to the turn", () => {
    const asked = outcome("PermissionRequest-Bash-subagent");
    expect(asked).toMatchObject({ child: "anonymous", ask: { reason: "permission" } });
    expect(asked.turn).toBeUndefined();
    expect(outcome("PermissionResult-Bash-subagent-rejected").settle).toEqual({ owner: asked.ask?.owner });
  });

  it("do not settle what is open when a person steers a running turn", () => {
    expect(outcome("UserPromptSubmit").settle).toBe("main");
    expect(outcome("UserPromptSubmit", { is_steer: true }).settle).toBeUndefined();
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
      const schema = kimiPayloads[payload.hook_event_name as keyof typeof kimiPayloads];
      if (schema === undefined) return false;
      expect(schema.safeParse(payload), name).toMatchObject({ success: true });
      return true;
    });
    expect(checked.length).toBeGreaterThan(30);
    expect(Object.keys(kimiPayloads)).toEqual(translator.events.map((event) => event.name));
  });
});
