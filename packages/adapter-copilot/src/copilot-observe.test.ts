import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  hostEnvironment,
  type ObserveTarget,
  type ProcessInfo,
  type RuntimeHost,
  systemHost,
  systemProcesses,
} from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copilotAdapter } from "./index.js";

const recorded = readFileSync(
  new URL("../../../fixtures/copilot/1.0.102/transcript.jsonl", import.meta.url),
  "utf8",
);
const session = "ce5408fc-d2f4-4329-80b0-3b0429b7f2fa";
const recordedLines = recorded.trimEnd().split("\n");

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hexokit-copilot-"));
  folder = join(home, ".copilot", "session-state", session);
  mkdirSync(folder, { recursive: true });
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const agent: ProcessInfo = {
  pid: 4895,
  parentPid: 1,
  sessionId: 1,
  startTime: 94_762,
  name: "MainThread",
  executable: "/x/node_modules/@github/copilot-linux-x64/copilot",
  arguments: ["copilot"],
};

/** This machine, but for the processes of the recordings, which are long gone. */
function host(environments: Record<string, string> = {}): RuntimeHost {
  const real = systemHost(hostEnvironment({}, home, home), systemProcesses());
  return { ...real, processEnvironment: (_, name) => environments[name] };
}

async function observe(changes: Partial<ObserveTarget> = {}, environments: Record<string, string> = {}) {
  const target = { target: "t", agent, session, ...changes };
  return (await copilotAdapter.observe?.([target], host(environments)))?.[0];
}

function hold(id = session, pid = agent.pid): void {
  const place = join(home, ".copilot", "session-state", id);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `inuse.${pid}.lock`), `${pid}\n`);
}

function write(...lines: readonly (string | object)[]): void {
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(join(folder, "events.jsonl"), `${texts.join("\n")}\n`);
}

const start = { type: "session.start", data: { sessionId: session } };
const root = (type: string, data: object = {}) => ({ type, data, timestamp: "2026-11-30T22:43:00.673Z" });
const child = (type: string, data: object = {}) => ({ ...root(type, data), agentId: "child-1" });

describe("Copilot's event log", () => {
  it("says at each of its lines what the person saw then", async () => {
    hold();
    const said: unknown[] = [];
    for (let count = 1; count <= recordedLines.length; count += 1) {
      write(...recordedLines.slice(0, count));
      const { type } = JSON.parse(recordedLines[count - 1] ?? "");
      const { turn, asks } = (await observe()) ?? {};
      const words = `${turn} ${asks?.map(({ reason, text }) => `${reason} ${text}`) ?? ""}`.trim();
      if (said.at(-1) !== words) said.push(type, words);
    }
    expect(said).toEqual([
      ...["session.start", "idle"],
      ...["user.message", "undefined"],
      ...["assistant.turn_start", "active"],
      ...["assistant.turn_end", "idle"],
      ...["assistant.turn_start", "active"],
      ...["permission.requested", "active permission sleep 40"],
      ...["permission.completed", "active"],
      ...["abort", "idle"],
      ...["assistant.turn_start", "active"],
      ...["assistant.turn_end", "idle"],
      ...["assistant.turn_start", "active"],
      ...["tool.execution_start", "active question Which?"],
      ...["tool.execution_complete", "active"],
      ...["assistant.turn_end", "idle"],
      ...["assistant.turn_start", "active"],
      ...["session.shutdown", "idle"],
    ]);
  });

  it("gives the time at which the turn began, and none for an ask", async () => {
    hold();
    write(start, root("assistant.turn_start"));
    expect(await observe()).toMatchObject({ at: Date.parse("2026-11-30T22:43:00.673Z"), session });
    write(start, root("assistant.turn_start"), root("permission.requested", { requestId: "1" }));
    expect((await observe())?.at).toBeUndefined();
  });

  it("tells which subagents ended, cancelled ones too, and which run again", async () => {
    hold();
    const begun = [start, root("assistant.turn_start"), child("subagent.started")];
    const asking = child("permission.requested", { requestId: "1", permissionRequest: { path: "/x" } });
    write(...begun, asking);
    expect(await observe()).toMatchObject({ asks: [{ reason: "permission", text: "/x" }] });
    expect((await observe())?.childrenEnded).toBeUndefined();
    write(...begun, asking, child("subagent.completed", { cancelled: true }));
    expect(await observe()).toMatchObject({ asks: [], childrenEnded: ["child-1"], turn: "active" });
    write(...begun, child("subagent.completed"), child("assistant.turn_start"), child("assistant.turn_end"));
    expect(await observe()).not.toHaveProperty("childrenEnded");
  });

  it("takes nothing of a subagent's for the root's", async () => {
    hold();
    write(
      start,
      root("assistant.turn_start"),
      child("assistant.turn_end"),
      child("abort"),
      child("session.error"),
    );
    expect((await observe())?.turn).toBe("active");
    write(start, root("assistant.turn_start"), root("abort"), child("assistant.turn_start"));
    expect((await observe())?.turn).toBe("idle");
  });

  it("knows the end of one answer from the end of the turn", async () => {
    hold();
    const answer = (...toolRequests: object[]) => root("assistant.message", { toolRequests });
    const begun = [start, root("assistant.turn_start")];
    write(...begun, answer({ name: "view" }), root("assistant.turn_end"));
    expect((await observe())?.turn).toBe("active");
    write(...begun, answer(), root("assistant.turn_end"));
    expect((await observe())?.turn).toBe("idle");
  });

  it("shows a compaction as work, and its end", async () => {
    hold();
    const idle = [start, root("assistant.turn_start"), root("assistant.turn_end")];
    write(...idle, root("session.compaction_start"));
    expect(await observe()).toMatchObject({ turn: "active" });
    write(...idle, root("session.compaction_start"), root("session.compaction_complete"));
    expect(await observe()).toMatchObject({ turn: "idle" });
  });

  it("leaves a server's question open while a tool is", async () => {
    hold();
    const asks = [{ owner: "main-1", reason: "question" as const }];
    const call = { toolCallId: "1", toolName: "server-tool" };
    write(start, root("assistant.turn_start"), root("tool.execution_start", call));
    expect((await observe({ asks }))?.asks).toBeUndefined();
    expect((await observe())?.asks).toEqual([]);
    write(
      start,
      root("assistant.turn_start"),
      root("tool.execution_start", call),
      root("tool.execution_complete", call),
    );
    expect((await observe({ asks }))?.asks).toEqual([]);
  });

  it("is read at its end where it is long", async () => {
    hold();
    const filler = Array.from({ length: 3000 }, () => root("system.message", { content: "x".repeat(400) }));
    write(start, root("assistant.turn_start"), ...filler, root("abort"));
    expect(await observe()).toMatchObject({ turn: "idle" });
    write(start, root("assistant.turn_start"), ...filler);
    expect(await observe()).toMatchObject({ turn: "active" });
  });

  it("counts only for a session that the very process holds, and names in full", async () => {
    write(start, root("assistant.turn_start"));
    expect(await observe()).toBeUndefined();
    hold(session, 4896);
    expect(await observe()).toBeUndefined();
    hold();
    expect(await observe()).toMatchObject({ turn: "active" });
    write(
      { type: "session.start", data: { sessionId: `${session.slice(0, -1)}3` } },
      root("assistant.turn_start"),
    );
    expect(await observe()).toBeUndefined();
  });

  it("is looked for where the agent's own environment says", async () => {
    hold();
    write(start, root("assistant.turn_start"));
    expect(await observe({}, { HOME: "/nowhere" })).toBeUndefined();
    expect(await observe({}, { HOME: "/nowhere", COPILOT_HOME: join(home, ".copilot") })).toMatchObject({
      turn: "active",
    });
    expect(await observe({}, { HOME: home, COPILOT_HOME: "relative" })).toBeUndefined();
  });

  it.each(["", "{", "[]", "null", '{"type":"assistant.turn_start"}', "x".repeat(100_000)])(
    "says nothing when it reads %.20j",
    async (text) => {
      hold();
      write(text);
      expect(await observe()).toBeUndefined();
    },
  );
});

describe("a session without a prompt", () => {
  const other = "6a825ec5-71bf-45fe-b13a-039ea1a121b7";
  const note = (...ids: readonly string[]) =>
    writeFileSync(
      join(home, ".copilot", "open-sessions-state.json"),
      JSON.stringify(Object.fromEntries(ids.map((id) => [id, { refreshedAt: "2026-12-01T03:50:51.424Z" }]))),
    );

  it("is the one that the process holds after /clear, at its prompt", async () => {
    write(start, root("assistant.turn_start"));
    note(session, other);
    hold(other);
    expect(await observe()).toMatchObject({ session: other, turn: "idle", asks: [], childrenEnded: "all" });
  });

  it("is idle in a folder that is trusted, and unknown where a dialog may ask for trust", async () => {
    note(other);
    hold(other);
    const place = join(home, ".copilot", "session-state", other);
    writeFileSync(join(place, "workspace.yaml"), `id: ${other}\ncwd: /home/user/project\nname: x\n`);
    const config = (folders: readonly string[]) =>
      writeFileSync(
        join(home, ".copilot", "config.json"),
        `// User settings belong in settings.json.\n// This file is managed automatically.\n${JSON.stringify({ trustedFolders: folders })}\n`,
      );
    expect(await observe({ session: undefined })).not.toHaveProperty("turn");
    config(["/home/user"]);
    expect(await observe({ session: undefined })).not.toHaveProperty("turn");
    config(["/home/user/project"]);
    expect(await observe({ session: undefined })).toMatchObject({ session: other, turn: "idle" });
  });

  it("is the one that the process was started to resume, whatever a killed process left in its log", async () => {
    write(start, root("assistant.turn_start"));
    const resuming = (...words: readonly string[]) =>
      observe({ session: undefined, agent: { ...agent, arguments: ["copilot", ...words] } });
    for (const words of [[`--resume=${session}`], ["--session-id", session], ["-r", session]]) {
      const observation = await resuming(...words);
      expect(observation).toMatchObject({ session });
      expect(observation).not.toHaveProperty("turn");
    }
    writeFileSync(join(folder, "workspace.yaml"), "cwd: /home/user/project\n");
    writeFileSync(join(home, ".copilot", "config.json"), '{"trustedFolders":["/home/user/project"]}');
    expect(await resuming(`--resume=${session}`)).toMatchObject({ session, turn: "idle" });
    for (const words of [["--resume"], ["--resume=a name"], ["--continue"], []])
      expect(await resuming(...words)).toBeUndefined();
    hold();
    expect(await resuming(`--resume=${session}`)).toMatchObject({ turn: "active" });
  });

  it("is none where the process holds two", async () => {
    write(start, root("assistant.turn_start"));
    note(session, other);
    hold();
    hold(other);
    expect(await observe({ session: undefined })).toBeUndefined();
    expect(await observe()).toMatchObject({ session, turn: "active" });
  });
});
