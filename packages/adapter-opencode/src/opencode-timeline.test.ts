import { emptyMemory, type Memory, reduce, situationOf, toEvent, valuesOf } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { translator } from "./hook.js";
import { type RecordedLine, recordedStream, reportsOf } from "./opencode-recorded.js";

/** What recorded streams add up to in a pane: through our module, the translator and the reducer. */
async function states(lines: readonly RecordedLine[], unattended = false): Promise<readonly string[]> {
  let memory: Memory = emptyMemory;
  const found: string[] = [];
  for (const [index, { event, ...payload }] of (await reportsOf(lines, unattended)).entries()) {
    const outcome = translator.translate({ event, payload, environment: {} });
    const ticks = 1000 + index * 10;
    if (outcome.kind === "event") {
      const agent = { provider: "opencode", pid: 7, startTime: 1 };
      const key = { startTime: ticks, pid: index + 1 };
      memory = reduce(memory, toEvent(outcome, agent, key, ticks * 10), 100);
    }
    const values = valuesOf(situationOf(memory));
    const state = [values?.state ?? "none", values?.reason].filter((word) => word !== undefined).join(" ");
    if (state !== found.at(-1)) found.push(state);
  }
  return found;
}

describe("a pane with OpenCode shows", () => {
  it.each([
    ["02", "a prompt", ["none", "active", "idle"]],
    ["03", "a permission that is given", ["active", "waiting permission", "active", "idle"]],
    ["04", "one that is refused", ["active", "waiting permission", "active", "idle"]],
    ["05", "a question that is answered", ["active", "waiting question", "active", "idle"]],
    ["06", "a question that is dismissed", ["active", "waiting question", "active", "idle"]],
    ["07", "a permission that is dismissed", ["active", "waiting permission", "active", "idle"]],
    ["08", "an abort while it writes", ["active", "idle"]],
    ["09", "a subagent's permission", ["active", "waiting permission", "active", "idle"]],
    ["10", "a model that is busy at first", ["active", "idle"]],
    ["11", "an abort while it tries again", ["active", "idle"]],
    ["12", "a model that refuses", ["active", "idle error"]],
    ["13", "a compaction by hand", ["active", "idle"]],
    ["14", "a compaction in a turn", ["active", "idle"]],
    ["15", "a new session", ["none", "active", "idle"]],
    ["16", "a shell command", ["active", "idle"]],
    ["17", "an abort in a tool", ["active", "waiting permission", "active", "idle"]],
    ["18", "nothing where no session was seen", []],
    ["23", "Ctrl-C at `run`", ["none", "active", "idle", "none"]],
    ["28", "a session that is taken up again", ["active", "waiting permission", "active", "idle", "none"]],
  ])("%s: %s", async (number, _, expected) => {
    expect(await states(recordedStream(number))).toEqual(expected);
  });

  it("no wait where OpenCode answers itself", async () => {
    expect(await states(recordedStream("21"), true)).toEqual(["none", "active", "idle", "none"]);
  });

  it("the state of a root whose subagent is killed in mid-run", async () => {
    const cut = recordedStream("09");
    const isChildsEnd = ({ event }: RecordedLine) =>
      /idle|replied/.test(JSON.stringify(event)) &&
      event?.properties.sessionID !== cut[0]?.event?.properties.sessionID;
    const lines = cut.filter((line) => !isChildsEnd(line));
    expect(lines.length).toBeLessThan(cut.length);
    expect(await states(lines)).toEqual(["active", "waiting permission", "idle"]);
  });

  it("the last session to begin a turn, whatever another one does behind it", async () => {
    const event = (type: string, sessionID: string, more: object = {}) => ({
      event: { type, properties: { sessionID, ...more } },
    });
    const status = (session: string, type: string) => event("session.status", session, { status: { type } });
    const lines = [
      status("ses_a", "busy"),
      status("ses_b", "busy"),
      status("ses_a", "busy"),
      status("ses_a", "retry"),
      status("ses_a", "busy"),
      event("session.idle", "ses_a"),
      status("ses_b", "idle"),
      status("ses_a", "idle"),
      status("ses_a", "busy"),
    ];
    const roots = (await reportsOf(lines)).map(({ root, properties: { status: word } }) =>
      [root, (word as { type?: string } | undefined)?.type].join(" "),
    );
    expect(roots).toEqual(["ses_a busy", "ses_b busy", "ses_b idle", "ses_a busy"]);
  });
});
