import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { ProcessInfo } from "../contract/process.js";
import { ancestors, descendsFrom, findAgent } from "./ancestry.js";
import { linuxProcesses } from "./linux-processes.js";
import type { ProcessSource } from "./process-source.js";
import { psProcesses } from "./ps-processes.js";

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

async function start(
  command: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): Promise<number> {
  const child = spawn(command, parameters, {
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdio: ["pipe", "pipe", "ignore"],
  });
  children.push(child);
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  return child.pid ?? 0;
}

const sources: readonly [string, () => ProcessSource][] = [
  ...(process.platform === "linux" ? ([["/proc", linuxProcesses]] as [string, () => ProcessSource][]) : []),
  ["ps", psProcesses],
];

describe.each(sources)("processes from %s", (_name, source) => {
  it("shows a process, its program, arguments and parent", async () => {
    const pid = await start(process.execPath, ["-e", "console.log(1);process.stdin.resume()", "one", "two"]);
    const processes = source();
    const found = processes.read(pid);
    expect(found).toMatchObject({ pid, parentPid: process.pid });
    expect(found?.arguments.slice(-2)).toEqual(["one", "two"]);
    expect(Math.abs(processes.startedAt(found?.startTime ?? 0) - Date.now())).toBeLessThan(5000);
    expect(processes.all().get(pid)?.parentPid).toBe(process.pid);
  });

  it("follows a link to the script that Node runs", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "hexokit-script-")));
    try {
      writeFileSync(join(folder, "tool.js"), "console.log(1); process.stdin.resume()");
      symlinkSync(join(folder, "tool.js"), join(folder, "tool"));
      const pid = await start(process.execPath, ["--no-warnings", join(folder, "tool"), "word"]);
      const other = await start("/bin/sh", ["-c", "echo ready; read -r line; true"]);
      const processes = source();
      expect(processes.read(pid)?.script).toBe(join(folder, "tool.js"));
      expect(processes.read(other)?.script).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("gives nothing for a process that is not there", () => {
    expect(source().read(4_194_305)).toBeUndefined();
  });

  it("walks up to the top and stops below a given process", async () => {
    const pid = await start("/bin/sh", ["-c", "echo ready; read -r line; true"]);
    const processes = source();
    expect(ancestors(processes, pid).map((one) => one.pid)).toContain(process.pid);
    expect(ancestors(processes, pid, process.pid).map((one) => one.pid)).toEqual([pid]);
    expect(descendsFrom(processes.all(), pid, process.pid)).toBe(true);
    expect(descendsFrom(processes.all(), process.pid, pid)).toBe(false);
  });
});

describe.runIf(process.platform === "linux")("processes of Linux", () => {
  it("reads a name with blanks and parentheses, a program's real path and its environment", async () => {
    const script = "process.title='a) (b 1'; console.log(1); process.stdin.resume()";
    const pid = await start(process.execPath, ["-e", script], { HEXOKIT_TEST_WORD: "grün" });
    const processes = linuxProcesses();
    expect(processes.read(pid)).toMatchObject({
      name: "a) (b 1",
      executable: process.execPath,
      parentPid: process.pid,
    });
    expect(processes.environment(pid, "HEXOKIT_TEST_WORD")).toBe("grün");
    expect(processes.environment(pid, "HEXOKIT_TEST")).toBeUndefined();
    expect(processes.bootId()).toMatch(/^[0-9a-f]{8}$/);
  });
});

describe("the agent above a hook", () => {
  const link = (pid: number, name: string, sessionId = 1): ProcessInfo => ({
    pid,
    parentPid: pid + 1,
    sessionId,
    startTime: pid,
    name,
    executable: name,
    arguments: [name],
  });
  const recognise = (one: ProcessInfo) =>
    one.name === "agent" ? ("agent" as const) : one.name === "daemon" ? ("daemon" as const) : undefined;
  const find = (...names: readonly string[]) =>
    findAgent(
      names.map((name, index) => link(index + 2, name)),
      recognise,
    );

  it("is the inner of launcher and child", () => {
    const found = find("sh", "sh", "agent", "agent", "bash");
    expect(found?.agent.pid).toBe(4);
    expect(found?.above.map((one) => one.name)).toEqual(["bash"]);
  });

  it("is not one with an agent that runs it as a tool, though no shell stands between", () => {
    const chain = [link(2, "sh", 2), link(3, "agent", 3), link(4, "agent", 4), link(5, "bash", 4)];
    expect(findAgent(chain, recognise)?.above.map((one) => one.pid)).toEqual([4, 5]);
  });

  it("leaves a further agent above to be seen", () => {
    expect(find("sh", "agent", "bash", "agent", "bash")?.above.map((one) => one.name)).toEqual([
      "bash",
      "agent",
      "bash",
    ]);
  });

  it("is one daemon, however many processes deep", () => {
    const chain = [link(2, "sh", 2), link(3, "daemon", 3), link(4, "daemon", 4), link(5, "daemon", 5)];
    expect(findAgent(chain, recognise)).toMatchObject({ role: "daemon", agent: { pid: 3 }, above: [] });
  });

  it("tells a daemon from an agent, and nothing where there is none", () => {
    expect(find("sh", "daemon")?.role).toBe("daemon");
    expect(find("sh", "bash")).toBeUndefined();
  });
});
