import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { hostEnvironment, type RuntimeHost, systemHost, systemProcesses } from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { geminiAdapter } from "./index.js";

const recorded = readFileSync(
  new URL("../../../fixtures/gemini/0.61.0/transcript.jsonl", import.meta.url),
  "utf8",
).trimEnd();
const session = "cb24bd3a-d4a0-4500-b154-6cb55d54c57e";
const lines = recorded.split("\n");
const head = lines[0] ?? "";

let home: string;
let path: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hexokit-gemini-"));
  path = join(home, ".gemini/tmp/project/chats/session-2026-11-30T22-31-cb24bd3a.jsonl");
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function host(environment: Record<string, string> = {}, ofAgent: Record<string, string> = {}): RuntimeHost {
  const real = systemHost(hostEnvironment(environment, home, home), systemProcesses());
  return { ...real, processEnvironment: (_, name) => ofAgent[name] };
}

function write(text: readonly string[], place = path): void {
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, `${text.join("\n")}\n`);
}

const agent = {
  pid: 13_000,
  parentPid: 1,
  sessionId: 1,
  startTime: 1,
  name: "node",
  executable: "/usr/bin/node",
  arguments: ["node"],
};

async function observe(named: string | undefined = session, machine = host()) {
  return (await geminiAdapter.observe?.([{ target: "t", agent, session: named }], machine))?.[0];
}

/** Records as Gemini CLI 0.61.0 writes them, some time after each other. */
let seconds = 0;
const record = (fields: object) => {
  seconds += 10;
  const timestamp = new Date(Date.UTC(2026, 11, 1) + seconds * 1000).toISOString();
  return JSON.stringify({ id: `id-${seconds}`, timestamp, ...fields });
};
const prompt = () => record({ type: "user", content: [{ text: "hello" }] });
const answer = () => record({ type: "gemini", content: "" });
const cancel = () => record({ type: "info", content: "Request cancelled." });
const results = (response: object) =>
  record({ type: "user", content: [{ functionResponse: { id: "1", name: "run_shell_command", response } }] });
const refused = { error: "[Operation Cancelled] Reason: User denied execution." };
const brokenOff = { error: "[Operation Cancelled] Reason: Operation cancelled by user" };
const call = (status: string, response: object) => ({
  id: "1",
  status,
  result: [{ functionResponse: { response } }],
  timestamp: new Date(Date.UTC(2026, 11, 1) + seconds * 1000).toISOString(),
});
const calls = (...toolCalls: object[]) => record({ type: "gemini", content: "", toolCalls });
const success = () => call("success", { output: "Operation cancelled by user" });

describe("Gemini CLI's transcript as a record of its state", () => {
  it("says of the recorded session that its last request was refused, and when", async () => {
    write(lines);
    expect(await observe()).toMatchObject({
      target: "t",
      session,
      turn: "idle",
      asks: [],
      at: Date.parse("2026-11-30T22:32:34.770Z"),
    });
  });

  it.each([
    ["a refusal of all", () => [prompt(), answer(), calls(call("cancelled", refused))], "idle"],
    ["Esc in a tool", () => [prompt(), calls(success(), call("cancelled", brokenOff))], "idle"],
    ["Esc in a tool, given back", () => [prompt(), results(brokenOff)], "idle"],
    ["Esc in an answer", () => [prompt(), cancel()], "idle"],
    ["a refusal of some", () => [prompt(), calls(success(), call("cancelled", refused))], "tools"],
    ["tools that ran", () => [prompt(), calls(success()), results({ output: "x" })], "tools"],
    ["a prompt after a refusal", () => [prompt(), cancel(), prompt()], "nothing"],
    ["an answer that may want tools", () => [prompt(), calls(success()), answer()], "nothing"],
    ["a prompt taken back", () => [prompt(), calls(success()), '{"$rewindTo": "id-1"}'], "nothing"],
    ["a failure", () => [prompt(), record({ type: "error", content: "[API Error]" })], "nothing"],
    ["no record at all", () => [], "nothing"],
  ])("after %s", async (_, text, says) => {
    write([head, ...text()]);
    const observation = await observe();
    expect(observation?.turn).toBe(says === "idle" ? "idle" : undefined);
    expect(observation?.asks).toEqual(says === "nothing" ? undefined : []);
  });

  it("is not misled by the history that a refusal writes again", async () => {
    const cancelled = cancel();
    const { timestamp } = JSON.parse(cancelled);
    const again = new Date(Date.parse(timestamp) + 1).toISOString();
    const history = [
      { id: "a", timestamp: again, type: "user", content: [{ text: "hello" }] },
      { id: "b", timestamp: again, type: "gemini", content: [{ text: "x" }], tokens: null },
      {
        id: "c",
        timestamp: again,
        type: "user",
        content: [{ functionResponse: { response: { output: "x" } } }],
      },
    ];
    const rewritten = [...history, { $set: { messages: history } }, { $set: { lastUpdated: again } }];
    write([head, prompt(), cancelled, ...rewritten.map((one) => JSON.stringify(one))]);
    expect(await observe()).toMatchObject({ turn: "idle", at: Date.parse(timestamp) });
  });

  it("counts only for the session that hooks named, by its whole id", async () => {
    write([head, prompt(), cancel()]);
    expect(await observe(`${session.slice(0, 8)}-0000-4500-b154-6cb55d54c57e`)).toBeUndefined();
    const other = await geminiAdapter.observe?.([{ target: "t", agent, session: undefined }], host());
    expect(other).toEqual([]);
  });

  it("is found behind a history of megabytes", async () => {
    const large = JSON.stringify({ $set: { messages: "x".repeat(1024 * 1024) } });
    write([head, prompt(), cancel(), large, large]);
    expect(await observe()).toMatchObject({ turn: "idle" });
  });

  it("is looked for where the agent has its home", async () => {
    const other = join(home, "elsewhere");
    write([head, cancel()], path.replace(home, other));
    expect(await observe()).toBeUndefined();
    expect(await observe(session, host({ GEMINI_CLI_HOME: other }))).toMatchObject({ turn: "idle" });
    const own = { HOME: home, GEMINI_CLI_HOME: other };
    expect(await observe(session, host({}, own))).toMatchObject({ turn: "idle" });
    expect(await observe(session, host({ GEMINI_CLI_HOME: other }, { HOME: home }))).toBeUndefined();
    const relative = host({}, { HOME: home, GEMINI_CLI_HOME: "elsewhere" });
    expect(await observe(session, relative)).toBeUndefined();
  });
});

describe("Gemini CLI's transcript", () => {
  const find = async (ref: string) => await geminiAdapter.transcript?.({ session: ref }, host());

  it("is the file whose first line names the session, among those of the same beginning", async () => {
    const namesake = path.replace("22-31", "22-30");
    write([head.replace(session, "cb24bd3a-0000-0000-0000-000000000000")], namesake);
    write(lines);
    expect(await find(session)).toEqual({ kind: "file", path });
    expect(await find("cb24bd3a-0000-0000-0000-000000000000")).toEqual({ kind: "file", path: namesake });
  });

  it("is never a subagent's", async () => {
    write([head], join(dirname(path), session, "bea7a6b2-0000-0000-0000-000000000000.jsonl"));
    expect(await find(session)).toMatchObject({ kind: "unavailable" });
  });

  it("is unavailable when it is gone, for odd references, and when it leads out of the folder", async () => {
    expect(await find(session)).toMatchObject({ kind: "unavailable" });
    expect(await find("../../x")).toMatchObject({ kind: "unavailable" });
    write(lines, join(home, "secret.jsonl"));
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(home, "secret.jsonl"), path);
    expect(await find(session)).toMatchObject({
      kind: "unavailable",
      why: expect.stringContaining("leads out of"),
    });
  });
});
