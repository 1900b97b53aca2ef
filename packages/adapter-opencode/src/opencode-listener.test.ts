import { describe, expect, it } from "vitest";
import { Listener, type ListenerOptions } from "./opencode-listener.js";
import type { Report } from "./opencode-report.js";

function listen(options: Partial<ListenerOptions> = {}) {
  const reports: Report[] = [];
  const listener = new Listener({
    parentOf: async () => "",
    send: async (report) => void reports.push(report),
    unattended: false,
    ...options,
  });
  const take = (type: string, sessionID: string, more: object = {}) =>
    listener.take({ type, properties: { sessionID, ...more } });
  const status = (session: string, type: string) => take("session.status", session, { status: { type } });
  const said = () =>
    reports.map(({ event, root, properties: { sessionID } }) =>
      [event, sessionID, ...(root === sessionID ? [] : [`of ${root}`])].join(" "),
    );
  return { listener, reports, take, status, said };
}

describe("what is reported", () => {
  it("is every event but equal repeats of busy, in its order, one after the other", async () => {
    let running = 0;
    const order: string[] = [];
    const { listener, take, status } = listen({
      async send({ event, properties }) {
        running += 1;
        expect(running).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, event === "permission.asked" ? 20 : 1));
        order.push(`${event} ${(properties.status as { type?: string } | undefined)?.type ?? ""}`.trim());
        running -= 1;
      },
    });
    for (const type of ["busy", "busy", "retry", "retry", "busy", "busy"]) status("ses_a", type);
    take("permission.asked", "ses_a", { id: "per_1" });
    take("permission.asked", "ses_a", { id: "per_1" });
    take("permission.replied", "ses_a", { requestID: "per_1" });
    for (const type of ["busy", "idle", "idle", "busy"]) status("ses_a", type);
    await listener.dispose();
    expect(order).toEqual([
      "session.status busy",
      "session.status retry",
      "session.status retry",
      "session.status busy",
      "permission.asked",
      "permission.asked",
      "permission.replied",
      "session.status idle",
      "session.status idle",
      "session.status busy",
      "dispose",
    ]);
  });

  it("is nothing before a session was seen, its end included", async () => {
    const { listener, reports, take } = listen();
    for (const event of [
      undefined,
      null,
      7,
      "x",
      [],
      {},
      { type: "session.idle" },
      { type: 7, properties: {} },
    ])
      listener.take(event);
    listener.take({ type: "plugin.added", properties: { id: "x" } });
    take("message.part.updated", "ses_a");
    await listener.dispose();
    expect(reports).toEqual([]);
  });

  it("is nothing after the end", async () => {
    const { listener, status, said } = listen();
    status("ses_a", "busy");
    await listener.dispose();
    status("ses_a", "idle");
    await listener.dispose();
    expect(said()).toEqual(["session.status ses_a", "dispose ses_a"]);
  });

  it("goes on after a report that failed", async () => {
    let calls = 0;
    const { listener, status } = listen({
      send: async () => {
        calls += 1;
        throw new Error("no");
      },
    });
    status("ses_a", "busy");
    status("ses_a", "idle");
    await listener.dispose();
    expect(calls).toBe(3);
  });

  it("holds no words of a conversation but those of an ask, cut", async () => {
    const { listener, take, reports } = listen();
    listener.take({ type: "session.created", properties: { info: { id: "ses_a", title: "secret" } } });
    take("permission.asked", "ses_a", {
      id: "per_1",
      permission: "edit",
      metadata: { diff: "secret", command: "x".repeat(10_000) },
    });
    take("question.replied", "ses_a", { requestID: "que_1", answers: [["secret"]] });
    take("session.idle", "ses_a", { title: "secret" });
    await listener.dispose();
    expect(JSON.stringify(reports)).not.toContain("secret");
    expect(reports[1]?.properties.metadata).toEqual({ command: "x".repeat(2000), filepath: undefined });
  });

  it("holds no ask where nobody is there", async () => {
    const { listener, take, status, said } = listen({ unattended: true });
    status("ses_a", "busy");
    take("permission.asked", "ses_a", { id: "per_1" });
    take("question.rejected", "ses_a", { requestID: "que_1" });
    await listener.dispose();
    expect(said()).toEqual(["session.status ses_a", "dispose ses_a"]);
  });
});

describe("a subagent", () => {
  const created = (id: string, parentID?: string) => ({
    type: "session.created",
    properties: { sessionID: id, info: { id, ...(parentID === undefined ? {} : { parentID }) } },
  });

  it("is known by what created it, and counts for the topmost session", async () => {
    const asked: string[] = [];
    const { listener, take, said } = listen({
      parentOf: async (session) => {
        asked.push(session);
        return "";
      },
    });
    for (const event of [created("ses_a"), created("ses_b", "ses_a"), created("ses_c", "ses_b")])
      listener.take(event);
    take("permission.asked", "ses_c", { id: "per_1" });
    await listener.dispose();
    expect(said()).toEqual([
      "session.created ses_a",
      "session.created ses_b of ses_a",
      "session.created ses_c of ses_a",
      "permission.asked ses_c of ses_a",
      "dispose ses_a",
    ]);
    expect(asked).toEqual([]);
  });

  it("is asked about once where nothing told of it", async () => {
    const asked: string[] = [];
    const { listener, take, status, said } = listen({
      parentOf: async (session) => {
        asked.push(session);
        return session === "ses_b" ? "ses_a" : "";
      },
    });
    status("ses_b", "busy");
    take("permission.asked", "ses_b", { id: "per_1" });
    status("ses_a", "busy");
    await listener.dispose();
    expect(said().slice(0, 3)).toEqual([
      "session.status ses_b of ses_a",
      "permission.asked ses_b of ses_a",
      "session.status ses_a",
    ]);
    expect(asked).toEqual(["ses_b", "ses_a"]);
  });

  it("is left out as long as it cannot be told, and a circle of parents too", async () => {
    const circle: Record<string, string> = { ses_x: "ses_y", ses_y: "ses_x" };
    const { listener, status, reports } = listen({ parentOf: async (session) => circle[session] });
    status("ses_x", "busy");
    status("ses_unknown", "busy");
    await listener.dispose();
    expect(reports).toEqual([]);
  });

  it("that works on after its root's end is news again", async () => {
    const { listener, status, said } = listen();
    listener.take(created("ses_b", "ses_a"));
    for (const [session, type] of [
      ["ses_a", "busy"],
      ["ses_b", "busy"],
      ["ses_a", "idle"],
    ] as const)
      status(session, type);
    await new Promise((resolve) => setTimeout(resolve, 10));
    status("ses_b", "busy");
    await listener.dispose();
    expect(said().at(-2)).toBe("session.status ses_b of ses_a");
  });
});

describe("a turn's failure", () => {
  it("goes with its end, is no failure when a person aborted, and is over with the next turn", async () => {
    const { listener, take, status, reports } = listen();
    const error = (name: string) => take("session.error", "ses_a", { error: { name } });
    status("ses_a", "busy");
    error("APIError");
    status("ses_a", "idle");
    take("session.idle", "ses_a");
    status("ses_a", "busy");
    take("session.idle", "ses_a");
    status("ses_a", "busy");
    error("MessageAbortedError");
    take("session.idle", "ses_a");
    await listener.dispose();
    const ends = reports.filter(({ event, properties }) =>
      event === "session.idle" ? true : (properties.status as { type?: string } | undefined)?.type === "idle",
    );
    expect(ends.map(({ failed }) => failed === true)).toEqual([true, true, false, false]);
  });
});
