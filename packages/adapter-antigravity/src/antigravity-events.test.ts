import { readdirSync, readFileSync } from "node:fs";
import { emptyMemory, type Memory, reduce, situationOf, toEvent, valuesOf } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { antigravityPayloads } from "./antigravity-payloads.js";
import { translator } from "./hook.js";

const folder = new URL("../../../fixtures/antigravity/1.2.7/hooks/", import.meta.url);
const fixture = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
const translate = (name: string, changes: Record<string, unknown> = {}) =>
  translator.translate({
    event: name.split("-")[0] ?? "",
    payload: { ...fixture(name), ...changes },
    environment: {},
  });
const session = fixture("Stop").conversationId;

const noPayload = { kind: "ignore", why: "payload" };

describe("an event of Antigravity", () => {
  it("names the session at its start, and no state", () => {
    expect(translate("SessionStart")).toEqual({ kind: "event", session });
    expect(translate("SessionStart-print-mode-no-add-dir")).toEqual({ kind: "event", session });
  });

  it("is active before each call of the model", () => {
    const active = { kind: "event", session, turn: { is: "active" } };
    expect(translate("PreInvocation")).toEqual(active);
    expect(translate("PreInvocation", { invocationNum: 7 })).toEqual(active);
  });

  it("is idle only where all work is done", () => {
    expect(translate("Stop")).toEqual({ kind: "event", session, turn: { is: "idle" } });
    for (const fullyIdle of [false, undefined, "true", 1])
      expect(translate("Stop", { fullyIdle })).toEqual({ kind: "event", session });
  });

  it("tells a failed turn", () => {
    const failed = { turn: { is: "idle" }, reason: "error" };
    expect(translate("Stop", { terminationReason: "ERROR" })).toMatchObject(failed);
    expect(translate("Stop", { error: "quota" })).toMatchObject(failed);
  });

  it("of the desktop app means nothing", () => {
    const transcriptPath = String(fixture("Stop").transcriptPath).replace(
      "/antigravity-cli/",
      "/antigravity/",
    );
    for (const { name } of translator.events)
      expect(translate(name, { transcriptPath })).toEqual({ kind: "ignore", why: "another-agent" });
  });

  it("without a conversation is ignored", () => {
    for (const payload of [undefined, null, 1, "x", [], {}, { conversationId: 7 }, { conversationId: "" }])
      for (const { name } of translator.events)
        expect(translator.translate({ event: name, payload, environment: {} })).toEqual(noPayload);
  });

  it("is never one that could deny a tool", () => {
    const names = translator.events.map(({ name }) => name);
    expect(names).toEqual(["SessionStart", "PreInvocation", "Stop"]);
    expect(Object.keys(antigravityPayloads)).toEqual(names);
    for (const name of ["PreToolUse", "PostToolUse", "PostInvocation"])
      expect(translator.translate({ event: name, payload: fixture("Stop"), environment: {} })).toEqual({
        kind: "ignore",
        why: "not-a-signal",
      });
  });

  it("has a payload that fits its schema", () => {
    for (const file of readdirSync(folder)) {
      const event = file.split(/[-.]/)[0] as keyof typeof antigravityPayloads;
      const payload = fixture(file.replace(/\.json$/, ""));
      if (translator.events.some(({ name }) => name === event))
        expect(antigravityPayloads[event].safeParse(payload), file).toMatchObject({ success: true });
    }
  });
});

describe("a pane with agy", () => {
  const states = (...steps: readonly (readonly [name: string, changes?: Record<string, unknown>])[]) => {
    let memory: Memory = emptyMemory;
    return steps.map(([name, changes], index) => {
      const outcome = translate(name, changes);
      const ticks = 1000 + index * 400;
      if (outcome.kind === "event") {
        const agent = { provider: "antigravity", pid: 7, startTime: 1 };
        const key = { startTime: ticks, pid: index + 1 };
        memory = reduce(memory, toEvent(outcome, agent, key, ticks * 10), 100);
      }
      const values = valuesOf(situationOf(memory));
      return [values?.session, values?.state, values?.reason].filter((word) => word !== undefined).join(" ");
    });
  };

  it("follows turns, background work and another conversation", () => {
    const conversationId = "11111111-0000-4000-8000-000000000000";
    expect(
      states(
        ["SessionStart"],
        ["PreInvocation"],
        ["PreInvocation", { invocationNum: 1 }],
        ["Stop", { fullyIdle: false }],
        ["Stop"],
        ["PreInvocation", { conversationId }],
        ["Stop", { conversationId, terminationReason: "ERROR" }],
      ),
    ).toEqual([
      `${session}`,
      `${session} active`,
      `${session} active`,
      `${session} active`,
      `${session} idle`,
      `${conversationId} active`,
      `${conversationId} idle error`,
    ]);
  });
});
