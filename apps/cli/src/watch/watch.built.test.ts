import { type ChildProcess, spawn } from "node:child_process";
import { systemProcesses } from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TransitionJson, WaitJson } from "../json-output.js";
import { openSandbox, program, type Sandbox, until } from "../testing/sandbox.js";
import { openAgent, type StandInAgent, seconds, setState } from "../testing/stand-in-agents.js";
import { openTerminal } from "../testing/terminal.js";

let sandbox: Sandbox;
let started: ChildProcess[];
beforeEach(() => {
  sandbox = openSandbox();
  started = [];
});
afterEach(() => {
  for (const child of started) child.kill("SIGKILL");
  sandbox.close();
});

interface Running {
  readonly child: ChildProcess;
  readonly lines: () => readonly string[];
  readonly status: Promise<number | null>;
}

function start(...words: readonly string[]): Running {
  const child = spawn(process.execPath, [program, "agent", ...words], {
    cwd: sandbox.home,
    env: sandbox.environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const status = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, lines: () => output.split("\n").slice(0, -1), status };
}

/** Of the sandbox's own server: the machine may have others. */
function told({ lines }: Running): readonly TransitionJson[] {
  return lines()
    .map((line): TransitionJson => JSON.parse(line))
    .filter(({ agent }) => agent.socket === sandbox.socket);
}

const words = (running: Running) =>
  told(running).map(({ kind, agent, previous }) => `${kind} ${previous?.state ?? "–"} ${agent.state}`);

const state = (word: string, { pid }: StandInAgent) => `${word}:${seconds()}:${pid}`;

describe("rk agent watch --json", () => {
  it("tells every change once, with what was before, and a death", async () => {
    const agent = await openAgent(sandbox);
    setState(sandbox, agent.pane, state("active", agent));
    const watching = start("watch", "--json");
    await until("the first line", () => told(watching)[0]);
    const changes: [string, string][] = [
      ["waiting", "permission"],
      ["active", ""],
      ["idle", ""],
    ];
    for (const [word, reason] of changes) {
      const before = told(watching).length;
      setState(sandbox, agent.pane, state(word, agent), reason);
      await until(word, () => (told(watching).length > before ? true : undefined));
    }
    process.kill(agent.pid, "SIGKILL");
    await until("the death", () => (words(watching).length >= 5 ? true : undefined));
    expect(words(watching)).toEqual([
      "appeared – active",
      "changed active waiting",
      "changed waiting active",
      "changed active idle",
      "gone idle idle",
    ]);
    expect(told(watching)[1]).toMatchObject({
      version: 1,
      agent: { pane: agent.pane, reason: "permission" },
      previous: { state: "active", reason: null },
    });
    expect(told(watching)[1]?.rule).toMatch(/hooks/);
  });

  it("sees a server that starts later, and goes on when it is gone", async () => {
    const watching = start("watch", "--json");
    const first = await openAgent(sandbox);
    await until("the agent", () => told(watching)[0], 20);
    sandbox.tmux("kill-server");
    await until("its end", () => told(watching).find(({ kind }) => kind === "gone"), 20);
    const second = await openAgent(sandbox);
    await until("the next", () => told(watching).find(({ agent }) => agent.pid === second.pid), 20);
    expect(first.pid).not.toBe(second.pid);
    watching.child.kill("SIGTERM");
    expect(await watching.status).toBe(0);
  });

  it("leaves no tmux client behind", async () => {
    await openAgent(sandbox);
    const watching = start("watch", "--json");
    await until("the agent", () => told(watching)[0]);
    watching.child.kill("SIGINT");
    expect(await watching.status).toBe(0);
    // A waiter that was killed hard would swallow the first signal.
    const waiter = spawn("tmux", ["-S", sandbox.socket, "wait-for", "rk-agent-changed"]);
    started.push(waiter);
    const ended = new Promise((resolve) => waiter.once("exit", resolve));
    await until("the waiter", () => (waiter.pid === undefined ? undefined : true));
    const signal = () => sandbox.tmux("wait-for", "-S", "rk-agent-changed");
    signal();
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3000)).then(signal)]);
    expect(waiter.exitCode).toBe(0);
  });
});

describe("rk agent watch at a terminal", () => {
  it("shows a table that changes, jumps, and leaves the terminal as it was", async () => {
    const one = await openAgent(sandbox);
    const two = await openAgent(sandbox);
    setState(sandbox, one.pane, state("active", one));
    setState(sandbox, two.pane, state("idle", two));
    const terminal = openTerminal(sandbox, ["agent", "watch"]);
    await terminal.see("q quit");
    await terminal.see("● active");
    setState(sandbox, two.pane, state("waiting", two), "question");
    await terminal.see(/◆ waiting.*question/);
    terminal.type("j");
    terminal.type("k");
    terminal.type("q");
    expect(await terminal.end()).toBe(0);
    expect(await terminal.see("ended with")).not.toContain("q quit");
  });
});

describe("rk agent pick", () => {
  it("filters by what is typed, previews, and moves the client that shows it", async () => {
    const one = await openAgent(sandbox);
    const two = await openAgent(sandbox);
    setState(sandbox, one.pane, state("waiting", one), "permission");
    setState(sandbox, two.pane, state("idle", two));
    // A client of its own, since only a client can be moved.
    sandbox.tmux("new-session", "-d", "-s", "outer", "-x", "120", "-y", "40");
    const outer = spawn("script", ["-qfc", `tmux -L sandbox -f /dev/null attach -t outer`, "/dev/null"], {
      env: sandbox.environment,
      stdio: ["pipe", "ignore", "ignore"],
    });
    started.push(outer);
    await until("the client", () => sandbox.tmux("list-clients") || undefined);
    sandbox.tmux("send-keys", "-t", "outer", `'${process.execPath}' '${program}' agent pick`, "Enter");
    const screen = () => sandbox.tmux("capture-pane", "-p", "-t", "outer:0.0");
    await until("the table", () => (screen().includes("type to filter") ? true : undefined));
    await until("the agent", () => (screen().includes("idle") ? true : undefined));
    sandbox.tmux("send-keys", "-t", "outer:0.0", "-l", "main:1");
    await until("the filter", () => (screen().includes("filter: main:1") ? true : undefined));
    sandbox.tmux("send-keys", "-t", "outer:0.0", "Enter");
    const shown = () => sandbox.tmux("list-clients", "-F", "#{pane_id}");
    await until("the jump", () => (shown() === two.pane ? true : undefined));
  });

  it("needs a terminal", () => {
    const { status, complaints } = sandbox.rk(["agent", "pick"]);
    expect(status).toBe(2);
    expect(complaints).toContain("There is no terminal to choose on.");
  });
});

describe("rk agent wait", () => {
  it("ends when the state is reached, and not before", async () => {
    const agent = await openAgent(sandbox);
    setState(sandbox, agent.pane, state("active", agent));
    const waiting = start("wait", agent.pane, "--socket", "sandbox", "--until", "idle", "--timeout", "30");
    const early = await Promise.race([
      waiting.status,
      new Promise((resolve) => setTimeout(resolve, 1500, "on")),
    ]);
    expect(early).toBe("on");
    setState(sandbox, agent.pane, state("idle", agent));
    expect(await waiting.status).toBe(0);
    expect(waiting.lines()).toEqual(["idle"]);
    expect(sandbox.rk(["agent", "wait", agent.pane, "--socket", "sandbox"]).output).toBe("idle\n");
  });

  it("ends with 1 when the time is up, and when the agent goes", async () => {
    const agent = await openAgent(sandbox);
    setState(sandbox, agent.pane, state("idle", agent));
    const late = sandbox.rk([
      "agent",
      "wait",
      agent.pane,
      "--socket",
      "sandbox",
      "--after-active",
      "--timeout",
      "1",
      "--json",
    ]);
    expect([late.status, (JSON.parse(late.output) as WaitJson).result]).toEqual([1, "timeout"]);
    const waiting = start("wait", agent.pane, "--socket", "sandbox", "--until", "waiting");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    process.kill(agent.pid, "SIGKILL");
    expect(await waiting.status).toBe(1);
    expect(waiting.lines()).toEqual(["gone"]);
  });

  it("ended by a signal ends by it, and leaves no tmux client behind", async () => {
    const agent = await openAgent(sandbox);
    setState(sandbox, agent.pane, state("active", agent));
    const waiting = start("wait", agent.pane, "--socket", "sandbox");
    const clients = () =>
      [...systemProcesses().all().values()].filter(
        ({ arguments: words }) => words.includes("wait-for") && words.includes(sandbox.socket),
      ).length;
    await until("its tmux client", () => (clients() === 1 ? true : undefined));
    waiting.child.kill("SIGTERM");
    expect(await waiting.status).toBeNull();
    expect([waiting.child.signalCode, waiting.lines()]).toEqual(["SIGTERM", []]);
    await until("the end of its client", () => (clients() === 0 ? true : undefined));
  });

  it.each([
    [["wait", "%1", "--until", "done"], '"done" is no state'],
    [["wait", "%1", "--timeout", "soon"], '"soon" is no number of seconds'],
    [["wait", "here"], '"here" names no pane'],
  ])("refuses %j", (given, problem) => {
    const { status, complaints } = sandbox.rk(["agent", ...given]);
    expect(status).toBe(2);
    expect(complaints).toContain(problem);
  });
});
