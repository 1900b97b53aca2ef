import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { translator } from "./hook.js";
import { opencodePayloads } from "./opencode-payloads.js";
import { recordedPayload } from "./opencode-recorded.js";

const translate = (name: string, changes: Record<string, unknown> = {}) =>
  translator.translate({
    event: name.split("-")[0] ?? "",
    payload: { ...recordedPayload(name), ...changes },
    environment: {},
  });
const session = recordedPayload("permission.asked").root;
const outcome = (name: string, changes?: Record<string, unknown>) => {
  const found = translate(name, changes);
  if (found.kind === "ignore") throw new Error(`${name} is ignored: ${found.why}`);
  return found;
};
const propertiesOf = (name: string) => recordedPayload(name).properties as Record<string, unknown>;

const noPayload = { kind: "ignore", why: "payload" };

describe("an event of the root", () => {
  it("names the session when it is created, and no state", () => {
    expect(outcome("session.created")).toEqual({ kind: "event", session });
  });

  it("is active while the session is busy, and while it tries again", () => {
    for (const name of ["session.status-busy", "session.status-retry"])
      expect(outcome(name), name).toMatchObject({ session, turn: { is: "active" } });
  });

  it("is idle at its end, and leaves nothing open", () => {
    const idle = { turn: { is: "idle" }, settle: "all", children: { set: [] } };
    for (const name of ["session.idle", "session.status-idle", "session.idle-aborted"]) {
      expect(outcome(name), name).toMatchObject(idle);
      expect(outcome(name).reason, name).toBeUndefined();
    }
    expect(outcome("session.idle-failed")).toMatchObject({ ...idle, reason: "error" });
  });

  it("asks, with what is asked, and is answered by the id of the request", () => {
    const permission = outcome("permission.asked");
    expect(permission.ask).toMatchObject({
      reason: "permission",
      request: { tool: "bash", text: "echo hi" },
    });
    const question = outcome("question.asked");
    expect(question.ask).toMatchObject({ reason: "question", request: { text: "Which color?" } });
    const answer = (name: string, id: unknown) =>
      outcome(name, { properties: { ...propertiesOf(name), requestID: id } }).settle;
    expect(answer("permission.replied", propertiesOf("permission.asked").id)).toEqual({
      owner: permission.ask?.owner,
    });
    for (const name of ["question.replied", "question.rejected"])
      expect(answer(name, propertiesOf("question.asked").id)).toEqual({ owner: question.ask?.owner });
    expect(answer("permission.replied", "per_other")).not.toEqual({ owner: permission.ask?.owner });
  });

  it("names a file or a pattern where there is no command", () => {
    const asked = (properties: Record<string, unknown>) =>
      outcome("permission.asked", { properties: { id: "per_1", sessionID: session, ...properties } }).ask;
    expect(asked({ permission: "edit", metadata: { filepath: "/a" }, patterns: ["b"] })?.request).toEqual({
      tool: "edit",
      text: "/a",
    });
    expect(asked({ permission: "webfetch", patterns: ["https://x"] })?.request).toEqual({
      tool: "webfetch",
      text: "https://x",
    });
    expect(asked({})?.request).toEqual({});
  });

  it("ends the process when it is disposed of", () => {
    expect(outcome("dispose").end).toBe("process");
  });
});

describe("an event of a subagent", () => {
  const child = propertiesOf("permission.asked-child").sessionID;

  it("starts and ends it, and nothing of the root", () => {
    for (const name of ["session.created-child", "session.status-busy-child"])
      expect(outcome(name), name).toMatchObject({ child, children: { start: child } });
    for (const name of ["session.idle-child", "session.status-idle-child"])
      expect(outcome(name), name).toMatchObject({ child, children: { end: child } });
  });

  it("asks for the root, and is answered there", () => {
    const asked = outcome("permission.asked-child");
    expect(asked.session).toBe(recordedPayload("permission.asked-child").root);
    expect(asked.ask?.owner?.startsWith(`${child}-`)).toBe(true);
    expect(outcome("permission.replied-child").settle).toEqual({ owner: asked.ask?.owner });
  });
});

describe("payloads", () => {
  it.each([undefined, null, 1, "x", [], {}, { root: 7 }, { root: "" }])(
    "that name no root are ignored: %j",
    (payload) => {
      for (const { name } of translator.events)
        expect(translator.translate({ event: name, payload, environment: {} })).toEqual(noPayload);
    },
  );

  it("without a request or with an unknown status mean nothing", () => {
    const properties = { sessionID: session };
    for (const name of ["permission.asked", "question.asked", "permission.replied", "session.status-busy"])
      expect(translate(name, { properties })).toEqual({ kind: "ignore", why: "not-a-signal" });
    expect(
      translate("session.status-busy", { properties: { ...properties, status: { type: "dreaming" } } }),
    ).toEqual({ kind: "ignore", why: "not-a-signal" });
    expect(translate("dispose", { properties: { sessionID: "ses_child" } }).kind).toBe("ignore");
  });

  it("that were recorded fit their schemas", () => {
    const names = readdirSync(new URL("../../../fixtures/opencode/1.18.33/hooks/", import.meta.url));
    for (const name of names) {
      const event = name.replace(/-.*|\.json$/g, "") as keyof typeof opencodePayloads;
      const parsed = opencodePayloads[event].safeParse(recordedPayload(name.replace(/\.json$/, "")));
      expect(parsed, name).toMatchObject({ success: true });
    }
    expect(names.length).toBe(20);
    expect(Object.keys(opencodePayloads)).toEqual(translator.events.map(({ name }) => name));
  });
});
