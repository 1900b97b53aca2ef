import { readdirSync, readFileSync } from "node:fs";
import type { HookInput, HookOutcome } from "@hexokit/core/hook";
import { describe, expect, it } from "vitest";
import { codexPayloads } from "./codex-payloads.js";
import { translator } from "./hook.js";

const folder = new URL("../../../fixtures/codex/0.171.0/", import.meta.url);

function fixture(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`hooks/${name}.json`, folder), "utf8"));
}

function rollout(name: string): HookInput["transcript"] {
  const text = readFileSync(new URL(`rollouts/${name}.jsonl`, folder), "utf8");
  return { path: `/${name}.jsonl`, head: text, tail: "", complete: true };
}

type Changes = Record<string, unknown>;

function translate(name: string, changes: Changes = {}, transcript?: HookInput["transcript"]): HookOutcome {
  const payload = { ...fixture(name), ...changes };
  return translator.translate({
    event: String(payload.hook_event_name),
    payload,
    environment: {},
    ...(transcript === undefined ? {} : { transcript }),
  });
}

function outcome(name: string, changes: Changes = {}, transcript?: HookInput["transcript"]) {
  const translated = translate(name, changes, transcript);
  if (translated.kind === "ignore") throw new Error(`${name} is ignored`);
  return translated;
}

/** A rollout's `turn_context` lines, the last one last. */
function contexts(...turns: readonly { readonly id: string; readonly reviewer?: unknown }[]) {
  const lines = turns.map(({ id, reviewer }) =>
    JSON.stringify({ type: "turn_context", payload: { turn_id: id, approvals_reviewer: reviewer } }),
  );
  return { path: "/r.jsonl", head: `${lines.join("\n")}\n`, tail: "", complete: true };
}

const session = fixture("Stop").session_id;
const reply = fixture("UserPromptSubmit-async-question-reply").prompt as string;

describe("Codex's events", () => {
  it("are identity alone at a session's start, which comes with the first prompt", () => {
    for (const source of ["startup", "resume", "clear", "compact"])
      expect(outcome(`SessionStart-${source}`)).toEqual({
        kind: "event",
        session: fixture(`SessionStart-${source}`).session_id,
      });
  });

  it("begin and end a turn by its id", () => {
    expect(outcome("UserPromptSubmit")).toEqual({
      kind: "event",
      session,
      turn: { is: "active", id: fixture("UserPromptSubmit").turn_id },
      settle: "main",
    });
    expect(outcome("Stop").turn).toEqual({ is: "idle", id: fixture("Stop").turn_id });
    expect(outcome("PreToolUse-Bash")).toMatchObject({
      turn: { is: "active" },
      turnId: fixture("PreToolUse-Bash").turn_id,
    });
    expect(outcome("PostToolUse-Bash").turn).toBeUndefined();
    expect(outcome("PostToolUse-Bash").turnId).toBe(fixture("PostToolUse-Bash").turn_id);
  });

  it("close all that the root had open when the turn is interrupted, questions too", () => {
    expect(outcome("Interrupt")).toMatchObject({ turn: { is: "idle" }, settle: "root" });
  });

  it("end the session, never the process: every end says `other`, a daemon's too", () => {
    expect(outcome("SessionEnd").end).toBe("session");
    expect(outcome("SessionEnd-daemon-unload").end).toBe("session");
  });

  it("follow a manual compaction from start to end, and an automatic one through", () => {
    expect(outcome("PreCompact").turn).toEqual({ is: "active" });
    expect(outcome("PreCompact").settle).toBeUndefined();
    expect(outcome("PostCompact").turn).toMatchObject({ is: "idle" });
    expect(translate("PostCompact", { trigger: "auto" }).kind).toBe("ignore");
  });

  it("name a tool call the same when it starts, asks and ends: only the ask has a description", () => {
    const command = { command: "touch x" };
    const asked = outcome(
      "PermissionRequest-Bash",
      { tool_input: { ...command, description: "May I?" } },
      contexts({ id: String(fixture("PermissionRequest-Bash").turn_id), reviewer: "user" }),
    );
    expect(asked.ask?.owner).toBe(outcome("PreToolUse-Bash", { tool_input: command }).tool?.owner);
    expect(asked.ask?.owner).toBe(outcome("PostToolUse-Bash", { tool_input: command }).tool?.owner);
    expect(asked.ask?.owner).not.toBe(outcome("PreToolUse-Bash").tool?.owner);
    expect(asked.ask?.request).toEqual({ tool: "Bash", text: "touch x" });
  });
});

describe("a permission", () => {
  const id = String(fixture("PermissionRequest-Bash").turn_id);
  const askWith = (transcript?: HookInput["transcript"]) =>
    outcome("PermissionRequest-Bash", {}, transcript).ask;

  it("is a wait where the turn's reviewer is the user, with the subagent's rollout for a subagent", () => {
    expect(askWith(contexts({ id, reviewer: "user" }))).toMatchObject({ reason: "permission" });
    const child = outcome("PermissionRequest-Bash-child", {}, rollout("child.waiting-on-approval"));
    expect(child).toMatchObject({
      child: fixture("PermissionRequest-Bash-child").agent_id,
      ask: { reason: "permission" },
    });
    expect(child.ask?.owner?.startsWith(`${child.child}-`)).toBe(true);
    expect(child.turn).toBeUndefined();
  });

  it("is none where a machine reviews it, whatever turns before or after say", () => {
    const turn = { turn_id: "01a22ea0-22a0-76c2-9ec7-f0b0e5cbce87" };
    expect(outcome("PermissionRequest-Bash", turn, rollout("root.auto_review")).ask).toBeUndefined();
    expect(askWith(contexts({ id: "a", reviewer: "user" }, { id, reviewer: "auto_review" }))).toBeUndefined();
    expect(askWith(contexts({ id, reviewer: "auto_review" }, { id: "b", reviewer: "user" }))).toBeUndefined();
    expect(askWith(contexts({ id, reviewer: "user" }, { id, reviewer: "auto_review" }))).toBeUndefined();
  });

  it("is none where the reviewer is unknown, but the turn goes on", () => {
    const half = contexts({ id, reviewer: "user" });
    for (const transcript of [
      undefined,
      contexts({ id: "another", reviewer: "user" }),
      contexts({ id }),
      contexts({ id, reviewer: 7 }),
      { ...half, head: half.head.trimEnd() },
      { ...half, head: "" },
      { ...half, head: half.head.replace('"type":"turn_context"', '"type":"other"') },
      { ...half, head: `"turn_context"\n{"turn_context"\n`.repeat(500) },
    ]) {
      expect(askWith(transcript)).toBeUndefined();
      expect(outcome("PermissionRequest-Bash", {}, transcript).turn).toEqual({ is: "active" });
    }
  });

  it("is found at the end of a rollout that is too long to be read whole", () => {
    const { head } = contexts({ id, reviewer: "user" });
    const long = `${'{"type":"response_item","payload":{}}\n'.repeat(100)}${head}${'{"type":"event_msg"}\n'.repeat(100)}`;
    expect(askWith({ path: "/r", head: "", tail: long, complete: false })).toBeDefined();
    expect(askWith({ path: "/r", head, tail: "{}\n", complete: false })).toBeDefined();
  });
});

describe("a question", () => {
  it("in Plan mode waits from its start to its end, and is none without a question", () => {
    const asked = outcome("PreToolUse-request_user_input");
    expect(asked.ask).toMatchObject({
      reason: "question",
      request: { tool: "request_user_input", text: "Which color?" },
    });
    expect(asked.ask?.survivesTurn).toBeUndefined();
    expect(asked.ask?.owner).toBe(asked.tool?.owner);
    expect(outcome("PostToolUse-request_user_input").tool).toEqual({ is: "end", owner: asked.ask?.owner });
    expect(outcome("PreToolUse-request_user_input", { tool_input: { questions: [] } }).ask).toBeUndefined();
  });

  it("that is asked in passing waits once Codex took it, each by itself, and outlives the turn", () => {
    expect(outcome("PreToolUse-request_user_input_async").ask).toBeUndefined();
    const { ask, tool } = outcome("PostToolUse-request_user_input_async");
    expect(ask).toMatchObject({
      reason: "question",
      survivesTurn: true,
      request: { text: "Which color? / Which size?" },
    });
    expect(new Set([tool?.owner, ask?.owner, ...(ask?.siblings ?? [])]).size).toBe(3);
    for (const response of ['{"accepted":false}', "refused", {}, undefined])
      expect(
        outcome("PostToolUse-request_user_input_async", { tool_response: response }).ask,
      ).toBeUndefined();
    expect(
      outcome("PostToolUse-request_user_input_async", { tool_response: { accepted: true } }).ask,
    ).toEqual(ask);
  });

  it("is closed by the answer that names it, and by no other", () => {
    const asked = outcome("PostToolUse-request_user_input_async", { tool_use_id: "call_36x" }).ask;
    const answered = outcome("UserPromptSubmit-async-question-reply");
    expect(answered.settle).toEqual({ owners: [asked?.owner] });
    expect(answered.turn).toEqual({
      is: "active",
      id: fixture("UserPromptSubmit-async-question-reply").turn_id,
    });
    const second = reply.replace(",0]", ",1]");
    expect(outcome("UserPromptSubmit", { prompt: second }).settle).toEqual({ owners: asked?.siblings });
  });

  it("is not answered by a message that only looks like an answer", () => {
    expect(outcome("UserPromptSubmit", { prompt: `see: ${reply}` }).settle).toBe("main");
    const broken = reply.replace("questionItemId", "other");
    expect(outcome("UserPromptSubmit", { prompt: broken }).settle).toEqual({ owners: [] });
    expect(outcome("UserPromptSubmit", { prompt: reply.replace("[{", "{[") }).settle).toEqual({ owners: [] });
  });
});

describe("a subagent", () => {
  const child = String(fixture("SubagentStart").agent_id);

  it("starts and ends, and its tools are its own", () => {
    expect(outcome("SubagentStart")).toMatchObject({ session, child, children: { start: child } });
    expect(outcome("SubagentStop")).toMatchObject({ session, child, children: { end: child } });
    for (const name of ["PreToolUse-Bash-child", "PostToolUse-Bash-child"]) {
      const one = outcome(name);
      expect(one.child).toBe(fixture(name).agent_id);
      expect([one.turn, one.turnId]).toEqual([undefined, undefined]);
      expect(one.tool?.owner.startsWith(`${one.child}-`)).toBe(true);
    }
  });

  it("is told by its own rollout where the event has no agent id", () => {
    const path = { transcript_path: fixture("SubagentStart").transcript_path };
    expect(outcome("Interrupt", path)).toEqual({ kind: "event", session, child, settle: { child } });
    for (const name of ["Stop", "SessionEnd", "SessionStart-startup", "UserPromptSubmit", "PreCompact"])
      expect(translate(name, path), name).toEqual({ kind: "ignore", why: "not-a-signal" });
    for (const odd of [null, 7, "", "/x/rollout-old.jsonl", "/x/notes.jsonl"])
      expect(outcome("Stop", { transcript_path: odd }).turn?.is).toBe("idle");
  });
});

describe("payloads", () => {
  it.each([undefined, null, 1, "x", [], {}, { session_id: 7 }, { session_id: "" }])(
    "that name no session are ignored: %j",
    (payload) => {
      for (const { name } of translator.events)
        expect(translator.translate({ event: name, payload, environment: {} })).toEqual({
          kind: "ignore",
          why: "payload",
        });
    },
  );

  it("that were recorded fit their schemas", () => {
    const names = readdirSync(new URL("hooks/", folder)).map((name) => name.replace(/\.json$/, ""));
    for (const name of names) {
      const payload = fixture(name);
      const schema = codexPayloads[payload.hook_event_name as keyof typeof codexPayloads];
      expect(schema.safeParse(payload), name).toMatchObject({ success: true });
    }
    expect(names.length).toBe(30);
    expect(Object.keys(codexPayloads)).toEqual(translator.events.map((event) => event.name));
  });

  it("are read with the transcript for a permission alone; a prompt alone is a reason to look for the pane again", () => {
    const inNeed = (of: string) =>
      translator.events.flatMap(({ name, needs }) => (needs === of ? [name] : []));
    expect(inNeed("transcript")).toEqual(["PermissionRequest"]);
    expect(inNeed("place")).toEqual(["SessionStart", "UserPromptSubmit"]);
    expect(translator.events.every(({ timeout }) => timeout === 3)).toBe(true);
  });
});
