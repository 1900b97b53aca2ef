import { readFileSync } from "node:fs";
import { memoryHost } from "@hexokit/adapter-testkit";
import { describe, expect, it } from "vitest";
import { kimiAdapter } from "./index.js";

const session = "session_442a69f6-284f-4579-85e7-dd44666004d3";
const home = "/home/user/.kimi-code";
const folder = `${home}/sessions/wd_project_1/${session}`;
const recorded = readFileSync(
  new URL("../../../fixtures/kimi/2.1.0/transcript.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n");

const agent = {
  pid: 9,
  parentPid: 1,
  sessionId: 9,
  startTime: 5,
  name: "",
  executable: "/usr/bin/node",
  arguments: ["kimi-code"],
};

interface Machine {
  readonly wire?: readonly object[] | readonly string[];
  readonly child?: readonly object[];
  readonly startedAt?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly index?: string;
  readonly session?: string | undefined;
}

const jsonl = (lines: readonly (object | string)[]) =>
  lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");

async function observe({ wire, child, startedAt, environment = {}, index, ...of }: Machine) {
  const files = {
    [`${home}/session_index.jsonl`]:
      index ?? jsonl([{ sessionId: session, sessionDir: folder, workDir: "/" }]),
    ...(wire === undefined ? {} : { [`${folder}/agents/main/wire.jsonl`]: jsonl(wire) }),
    ...(child === undefined ? {} : { [`${folder}/agents/agent-0/wire.jsonl`]: jsonl(child) }),
  };
  const host = memoryHost({ files, processEnvironments: { 9: environment } });
  const target = { target: "t", agent, session, ...(startedAt === undefined ? {} : { startedAt }), ...of };
  return (await kimiAdapter.observe?.([target], host))?.[0];
}

const prompt = { type: "turn.prompt", agentId: "main", time: 10_000 };
const ended = { type: "turn.ended", agentId: "main", reason: "completed", time: 20_000 };
const request = {
  type: "interaction.request",
  id: "a1",
  kind: "approval",
  request: { display: { kind: "command", command: "ls" } },
  time: 11_000,
};
const resolved = { type: "interaction.resolved", id: "a1", response: null, time: 12_000 };
const spawned = { type: "subagent.spawned", subagentId: "agent-0", time: 11_000 };

describe("Kimi Code's record", () => {
  it("says what a turn is and when it became so", async () => {
    expect(await observe({ wire: [prompt] })).toMatchObject({
      session,
      turn: "active",
      at: 10_000,
      asks: [],
      childrenEnded: "all",
    });
    expect(await observe({ wire: [prompt, ended] })).toMatchObject({ turn: "idle", at: 20_000 });
    expect(await observe({ wire: [{ type: "metadata" }] })).toMatchObject({ turn: "idle", asks: [] });
  });

  it("says what a person is asked until it is answered, or its turn is over", async () => {
    expect((await observe({ wire: [prompt, request] }))?.asks).toEqual([
      { reason: "permission", text: "ls" },
    ]);
    expect((await observe({ wire: [prompt, request, resolved] }))?.asks).toEqual([]);
    expect((await observe({ wire: [prompt, request, ended] }))?.asks).toEqual([]);
    const question = {
      ...request,
      kind: "question",
      request: { questions: [{ question: "Which?" }, { question: "Why?" }] },
    };
    expect((await observe({ wire: [prompt, question] }))?.asks).toEqual([
      { reason: "question", text: "Which? / Why?" },
    ]);
    const plan = { ...request, request: { display: { kind: "plan_review", plan: "# Plan" } } };
    expect((await observe({ wire: [prompt, plan] }))?.asks).toEqual([{ reason: "plan", text: "# Plan" }]);
  });

  it("reads the requests of running subagents in their own records", async () => {
    const wire = [prompt, spawned];
    expect((await observe({ wire, child: [request] }))?.asks).toEqual([{ reason: "permission", text: "ls" }]);
    expect((await observe({ wire, child: [request, resolved] }))?.asks).toEqual([]);
    expect((await observe({ wire }))?.asks).toBeUndefined();
    expect((await observe({ wire }))?.childrenEnded).toBeUndefined();
    expect(await observe({ wire: [...wire, ended], child: [] })).toMatchObject({
      turn: "active",
      background: true,
      asks: [],
    });
    const cancelled = { type: "subagent.cancelled", subagentId: "agent-0", time: 12_000 };
    expect(await observe({ wire: [...wire, cancelled], child: [request] })).toMatchObject({
      asks: [],
      childrenEnded: "all",
    });
    const outside = { ...spawned, subagentId: "../../secret" };
    expect((await observe({ wire: [prompt, outside] }))?.asks).toBeUndefined();
  });

  it("says that a background command runs", async () => {
    const info = { taskId: "b1", kind: "process", detached: true };
    const started = { type: "task.started", info, time: 11_000 };
    const wire = [prompt, started, ended];
    expect(await observe({ wire })).toMatchObject({ turn: "idle", background: true });
    expect(await observe({ wire: [...wire, { type: "task.terminated", info, time: 21_000 }] })).toMatchObject(
      { background: false },
    );
  });

  it("follows a manual compaction, and passes an automatic one by", async () => {
    const begin = { type: "full_compaction.begin", source: "manual", time: 30_000 };
    expect((await observe({ wire: [prompt, ended, begin] }))?.turn).toBe("active");
    for (const type of ["full_compaction.complete", "full_compaction.cancel"])
      expect((await observe({ wire: [prompt, ended, begin, { type, time: 31_000 }] }))?.turn).toBe("idle");
    const auto = { ...begin, source: "auto" };
    expect(
      (await observe({ wire: [prompt, auto, { type: "full_compaction.complete", time: 31_000 }] }))?.turn,
    ).toBe("active");
  });

  it("takes what is older than the process for over: it was killed, and the session resumed", async () => {
    const wire = [prompt, spawned, request];
    expect(await observe({ wire, startedAt: 60_000 })).toMatchObject({
      turn: "idle",
      asks: [],
      childrenEnded: "all",
    });
    expect(await observe({ wire, child: [], startedAt: 10_500 })).toMatchObject({
      turn: "active",
      asks: [{ reason: "permission" }],
    });
  });

  it("is read at every line of a recorded session", async () => {
    const states = new Set<string | undefined>();
    for (let count = 1; count <= recorded.length; count += 1) {
      const said = await observe({ wire: recorded.slice(0, count) });
      states.add(said?.asks?.[0]?.reason ?? said?.turn);
    }
    expect(states).toEqual(new Set(["active", "idle", "permission", "question"]));
    expect(await observe({ wire: recorded })).toMatchObject({
      turn: "idle",
      asks: [],
      background: false,
      childrenEnded: "all",
    });
  });

  it("is that of the agent's own home, of a session that hooks named, inside Kimi's folder", async () => {
    const wire = [prompt];
    expect(await observe({ wire, environment: { HOME: "/home/user" } })).toMatchObject({ turn: "active" });
    expect(
      await observe({ wire, environment: { HOME: "/home/user", KIMI_CODE_HOME: "/other" } }),
    ).toBeUndefined();
    expect(await observe({ wire, environment: { HOME: "/home/user", KIMI_CODE_HOME: "k" } })).toBeUndefined();
    expect(await observe({ wire, session: undefined })).toBeUndefined();
    expect(await observe({ wire, index: "" })).toMatchObject({ turn: "active" });
    const outside = jsonl([{ sessionId: session, sessionDir: "/home/user/elsewhere" }]);
    expect(await observe({ wire, index: outside })).toBeUndefined();
  });
});
