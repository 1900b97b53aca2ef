import { readdirSync, readFileSync } from "node:fs";
import type { HookOutcome } from "@hexokit/core/hook";
import { describe, expect, it } from "vitest";
import { geminiPayloads } from "./gemini-payloads.js";
import { translator } from "./hook.js";

const folder = new URL("../../../fixtures/gemini/0.61.0/hooks/", import.meta.url);

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

describe("Gemini CLI's events", () => {
  it("are idle and identity at a session's start, whatever began it", () => {
    for (const source of ["startup", "resume", "clear"]) {
      const name = `SessionStart-${source}`;
      expect(outcome(name)).toMatchObject({ turn: { is: "idle" }, session: fixture(name).session_id });
    }
  });

  it("end the session on /clear, the process on everything else", () => {
    expect(outcome("SessionEnd-clear").end).toBe("session");
    expect(outcome("SessionEnd-exit").end).toBe("process");
    expect(outcome("SessionEnd-exit", { reason: "a new reason" }).end).toBe("process");
  });

  it("begin a turn with the prompt, which closes what was open, and end it with the answer", () => {
    expect(outcome("BeforeAgent")).toMatchObject({ turn: { is: "active" }, settle: "main" });
    expect(outcome("AfterAgent").turn).toEqual({ is: "idle" });
    expect(translate("PreCompress")).toEqual({ kind: "ignore", why: "not-a-signal" });
  });

  it("name a command the same when it starts, asks and ends", () => {
    const names = ["BeforeTool-run_shell_command", "Notification", "AfterTool-run_shell_command"];
    const owners = names.map((name) => outcome(name).ask?.owner ?? outcome(name).tool?.owner);
    expect(new Set(owners).size).toBe(1);
    const other = { tool_input: { command: "else", description: "d" } };
    expect(outcome("AfterTool-run_shell_command", other).tool?.owner).not.toBe(owners[0]);
  });

  it("name a change of a file the same, also when the person changed what is written", () => {
    const names = ["BeforeTool-write_file", "Notification-edit", "AfterTool-write_file"];
    const owners = names.map((name) => outcome(name).ask?.owner ?? outcome(name).tool?.owner);
    expect(new Set(owners).size).toBe(1);
    const edited = {
      tool_input: { ...(fixture("AfterTool-write_file").tool_input as object), content: "y" },
    };
    expect(outcome("AfterTool-write_file", edited).tool?.owner).toBe(owners[0]);
    const replaced = { tool_name: "replace", tool_input: { file_path: "w.txt", old_string: "x" } };
    expect(outcome("BeforeTool-write_file", replaced).tool?.owner).toBe(owners[0]);
  });

  it("ask at a permission's dialog, in the words of the dialog", () => {
    expect(outcome("Notification").ask).toMatchObject({
      reason: "permission",
      request: { tool: "run_shell_command", text: "touch yes.txt" },
    });
    expect(outcome("BeforeTool-run_shell_command").ask).toBeUndefined();
    const details = { type: "mcp", title: "Confirm MCP Tool Execution", serverName: "s", toolName: "t" };
    const { ask } = outcome("Notification", { details });
    expect(ask).toEqual({ reason: "permission", request: { tool: "t", text: details.title } });
  });

  it("ask with the question's own text, and once", () => {
    const asked = outcome("BeforeTool-ask_user");
    expect(asked.ask).toMatchObject({
      reason: "question",
      request: { tool: "ask_user", text: "Which color" },
    });
    const second = outcome("Notification-ask_user").ask;
    expect(second).toEqual({ owner: asked.ask?.owner, reason: "question" });
    expect(outcome("AfterTool-ask_user").tool).toEqual({ is: "end", owner: asked.ask?.owner });
    expect(outcome("Notification", { details: { type: "exit_plan_mode", title: "Plan" } }).ask).toMatchObject(
      {
        reason: "plan",
      },
    );
  });

  it("take no other notification for a wait", () => {
    for (const kind of ["Idle", "toolpermission", undefined])
      expect(translate("Notification", { notification_type: kind })).toEqual({
        kind: "ignore",
        why: "not-a-signal",
      });
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
      const schema = geminiPayloads[payload.hook_event_name as keyof typeof geminiPayloads];
      if (schema === undefined) return false;
      expect(schema.safeParse(payload), name).toMatchObject({ success: true });
      return true;
    });
    expect(checked.length).toBeGreaterThan(15);
    expect(Object.keys(geminiPayloads)).toEqual(translator.events.map((event) => event.name));
  });
});
