import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  hostEnvironment,
  type ProcessInfo,
  type RuntimeHost,
  systemHost,
  systemProcesses,
} from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeAdapter } from "./index.js";

const recorded: readonly Record<string, unknown>[] = JSON.parse(
  readFileSync(new URL("../../../fixtures/claude/2.1.332/sessions.json", import.meta.url), "utf8"),
);

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hexokit-claude-"));
  mkdirSync(join(home, ".claude", "sessions"), { recursive: true });
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function host(environment: Record<string, string> = {}): RuntimeHost {
  const real = systemHost(hostEnvironment(environment, home, home), systemProcesses());
  // The processes of the recordings are long gone; everything else is this machine's.
  return {
    ...real,
    processEnvironment: () => undefined,
    process: (pid) => agent({ pid, startTime: 94_762 }),
  };
}

function agent(changes: Partial<ProcessInfo> = {}): ProcessInfo {
  return {
    pid: 17_923,
    parentPid: 1,
    sessionId: 1,
    startTime: 94_762,
    name: "claude",
    executable: "/x/claude",
    arguments: ["claude"],
    ...changes,
  };
}

function write(
  file: Record<string, unknown>,
  pid: number = Number(file.pid),
  folder = join(home, ".claude"),
): void {
  writeFileSync(join(folder, "sessions", `${pid}.json`), JSON.stringify(file));
}

async function observe(process: ProcessInfo = agent(), environment: Record<string, string> = {}) {
  const observations = await claudeAdapter.observe?.(
    [{ target: "t", agent: process, session: undefined }],
    host(environment),
  );
  return observations?.[0];
}

const idle = recorded.find((file) => file.status === "idle") ?? {};

describe("Claude Code's status file", () => {
  it("says turn, asks, children and background work for every recorded word", async () => {
    const said = [];
    for (const file of recorded) {
      write({ ...file, pid: 17_923, procStart: "94762" });
      const observation = await observe();
      said.push([
        file.status,
        file.waitingFor,
        observation?.turn,
        observation?.asks?.map((ask) => ask.reason),
        observation?.childrenEnded,
        observation?.background,
      ]);
    }
    expect(said).toEqual([
      [undefined, undefined, undefined, undefined, undefined, undefined],
      ["idle", undefined, "idle", [], "all", false],
      ["busy", undefined, "active", [], undefined, undefined],
      ["waiting", "permission prompt", undefined, ["permission"], undefined, undefined],
      ["shell", undefined, "idle", [], "all", true],
      ["waiting", "input needed", undefined, ["question"], undefined, undefined],
      ["waiting", "dialog open", undefined, undefined, undefined, undefined],
    ]);
  });

  it("names its session and the time of the change", async () => {
    write(idle);
    expect(await observe()).toMatchObject({
      target: "t",
      session: idle.sessionId,
      at: idle.statusUpdatedAt,
    });
  });

  it("counts only for the very process that wrote it", async () => {
    write(idle);
    expect(await observe(agent({ startTime: 94_763 }))).toBeUndefined();
    write(idle, 5);
    expect(await observe(agent({ pid: 5 }))).toBeUndefined();
  });

  it.each([
    "",
    "{",
    "[]",
    "null",
    '"x"',
    '{"pid":17923,"procStart":"94762","status":"busy"}',
    "x".repeat(100_000),
  ])("says nothing when it reads %.20j", async (text) => {
    writeFileSync(join(home, ".claude", "sessions", "17923.json"), text);
    expect(await observe()).toBeUndefined();
  });

  it("says nothing for words that we do not know, or where there is none", async () => {
    expect(await observe()).toBeUndefined();
    write({ ...idle, status: "dreaming" });
    expect(await observe()).toBeUndefined();
    write({ ...idle, status: "waiting", waitingFor: "a new kind" });
    expect(await observe()).toMatchObject({ target: "t" });
    expect((await observe())?.asks).toBeUndefined();
  });

  it("is looked for where the configuration is, and the secret beside it is never opened", async () => {
    const elsewhere = join(home, "elsewhere");
    mkdirSync(join(elsewhere, "sessions"), { recursive: true });
    write({ ...idle, status: "busy" }, 17_923, elsewhere);
    // Opening this would block: nobody writes into the pipe.
    const { execFileSync } = await import("node:child_process");
    execFileSync("mkfifo", [join(elsewhere, "sessions", "17923.0123abcd.key")]);
    expect(await observe(agent(), { CLAUDE_CONFIG_DIR: elsewhere })).toMatchObject({ turn: "active" });
    expect(
      await observe(agent({ arguments: ["claude", "attach", "00000000"] }), { CLAUDE_CONFIG_DIR: elsewhere }),
    ).toBeUndefined();
  });

  it("of a background process speaks for the pane that is attached to its session", async () => {
    write({
      ...idle,
      pid: 30,
      kind: "bg",
      sessionId: "4e349466-1111-2222-3333-444444444444",
      status: "busy",
    });
    expect(await observe(agent({ pid: 9, arguments: ["claude", "attach", "4e349466"] }))).toMatchObject({
      turn: "active",
      session: "4e349466-1111-2222-3333-444444444444",
    });
    expect(await observe(agent({ pid: 9, arguments: ["claude", "attach", "4e349467"] }))).toBeUndefined();
  });
});

describe("Claude Code's transcript", () => {
  const session = "87255250-3e79-4011-9801-e2967b51c6b6";
  const find = async (ref: string) => await claudeAdapter.transcript?.({ session: ref }, host());

  it("is the session's file in any project folder", async () => {
    const folder = join(home, ".claude", "projects", "-home-user-project");
    mkdirSync(folder, { recursive: true });
    mkdirSync(join(home, ".claude", "projects", "-other"));
    writeFileSync(join(folder, `${session}.jsonl`), "{}\n");
    expect(await find(session)).toEqual({ kind: "file", path: join(folder, `${session}.jsonl`) });
  });

  it("is unavailable before the first prompt, for odd references, and when it leads out of the folder", async () => {
    expect(await find(session)).toMatchObject({ kind: "unavailable" });
    expect(await find("../../x")).toMatchObject({ kind: "unavailable" });
    const folder = join(home, ".claude", "projects", "-p");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(home, "secret.jsonl"), "{}\n");
    symlinkSync(join(home, "secret.jsonl"), join(folder, `${session}.jsonl`));
    expect(await find(session)).toMatchObject({
      kind: "unavailable",
      why: expect.stringContaining("leads out of"),
    });
  });
});
