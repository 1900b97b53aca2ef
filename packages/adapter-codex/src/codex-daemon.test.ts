import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DaemonMachine, openDaemonMachine } from "./codex-daemon-machine.js";

let machine: DaemonMachine;
beforeEach(async () => {
  machine = await openDaemonMachine();
});
afterEach(async () => await machine.close());

const nothing = { state: "", session: "" };

function shows(pane: string, state: string, session: string) {
  return { state: `${state}:${machine.tuiPid(pane)}`, session: `codex:${session}` };
}

async function read(pane: string) {
  const { agents, unplaced } = await machine.list();
  const agent = agents.find((one) => one.pane.paneId === pane);
  return { state: agent?.state, session: agent?.session, reason: agent?.reason, unplaced };
}

/** On a busy machine the app-server may answer too late; a person's next prompt is the next chance. */
async function prompt(session: string, pane: string): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await machine.hook("UserPromptSubmit", session);
    if (machine.options(pane).session === `codex:${session}`) return;
  }
}

/** Sessions are located through `/proc`. */
describe.skipIf(process.platform !== "linux")("hooks of Codex's daemon", () => {
  it("reach the pane of the TUI that loaded the thread, with no tmux in the environment or a wrong one", async () => {
    const [one, two] = [await machine.openTui(), await machine.openTui()];
    await machine.serve({ a: one, b: two });
    await prompt("a", one);
    expect([machine.options(one), machine.options(two)]).toEqual([shows(one, "active", "a"), nothing]);
    machine.environment = { TMUX_PANE: one, TMUX: "/elsewhere,1,0" };
    await prompt("b", two);
    await machine.hook("Stop", "a");
    expect([machine.options(one), machine.options(two)]).toEqual([
      shows(one, "idle", "a"),
      shows(two, "active", "b"),
    ]);
  });

  it("look for a prompt, and never for a tool", async () => {
    const one = await machine.openTui();
    await machine.serve({ a: one });
    await prompt("a", one);
    const connections = machine.server()?.connections();
    await machine.hook("PreToolUse", "a", { tool_name: "Bash", tool_input: {} });
    await machine.hook("Stop", "a");
    expect([machine.options(one), machine.server()?.connections()]).toEqual([
      shows(one, "idle", "a"),
      connections,
    ]);
  });

  it("of a thread in the background write nothing; its end and a mass end end nobody who lives", async () => {
    const one = await machine.openTui();
    await machine.serve({ a: one, b: one });
    await prompt("a", one);
    await prompt("b", one);
    await machine.hook("Stop", "a");
    await machine.hook("SubagentStart", "a", { agent_id: "child" });
    expect(machine.options(one)).toEqual(shows(one, "active", "b"));
    expect((await read(one)).unplaced).toMatchObject([
      { session: "a", state: "idle", why: expect.stringContaining("shows another session") },
    ]);
    await machine.hook("SessionEnd", "a");
    expect(machine.options(one)).toEqual(shows(one, "active", "b"));
    await machine.hook("SessionEnd", "b");
    expect(machine.options(one)).toEqual(shows(one, "idle", "b"));
    expect((await read(one)).unplaced).toEqual([]);
  });

  it("of a TUI that is gone clear its pane, and take no other for it", async () => {
    const [one, two] = [await machine.openTui(), await machine.openTui()];
    const three = await machine.openTui();
    await machine.serve({ a: two, b: "gone" });
    await prompt("a", two);
    process.kill(machine.tuiPid(two), "SIGKILL");
    await machine.hook("Stop", "a");
    for (const pane of [one, three]) expect(machine.options(pane)).toEqual(nothing);
    expect((await read(two)).state).toBeUndefined();
    expect((await read(one)).unplaced).toMatchObject([{ session: "a", why: expect.any(String) }]);
  });

  it("without evidence are noted, and placed as soon as there is some, also by a reader", async () => {
    const [one, two] = [await machine.openTui(), await machine.openTui()];
    await machine.hook("UserPromptSubmit", "a");
    expect([machine.options(one), machine.options(two)]).toEqual([nothing, nothing]);
    expect((await read(one)).unplaced).toMatchObject([
      { session: "a", why: expect.stringContaining("does not say") },
    ]);
    await machine.serve({ a: two });
    expect(await read(two)).toMatchObject({ state: "active", session: "a", unplaced: [] });
    expect(machine.options(two)).toEqual(nothing);
    await prompt("a", two);
    expect(machine.options(two)).toEqual(shows(two, "active", "a"));
  });

  it("leave a turn that ends with the daemon", async () => {
    const one = await machine.openTui();
    await machine.serve({ a: one });
    await prompt("a", one);
    expect(await read(one)).toMatchObject({ state: "active" });
    await machine.stopDaemon();
    expect(await read(one)).toMatchObject({ state: "idle", reason: "error", session: "a" });
    process.kill(machine.tuiPid(one), "SIGKILL");
    await expect.poll(async () => (await read(one)).state).toBeUndefined();
  });
});
