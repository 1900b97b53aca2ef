import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AttachedClient, attachClient, closeClients, putOnPath } from "../testing/attached-client.js";
import { openSandbox, type Sandbox, until } from "../testing/sandbox.js";
import { tmuxLines } from "../tmux/tmux-lines.js";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = openSandbox();
  putOnPath(sandbox);
  sandbox.tmux("new-session", "-d", "-s", "main", "-x", "150", "-y", "28");
});
afterEach(() => {
  closeClients(sandbox);
  sandbox.close();
});

const now = () => Math.floor(Date.now() / 1000);

/** A pane with an agent that has been waiting for so long (or does something else). */
function openAgent(where: readonly string[], state: string): string {
  const pane = sandbox.tmux(...where, "-d", "-P", "-F", "#{pane_id}", `exec ${sandbox.standIn}`);
  sandbox.tmux("set-option", "-pt", pane, "@rk_pane_agent_state", state);
  sandbox.tmux("set-option", "-pt", pane, "@rk_pane_agent_session", "claude:01234567");
  return pane;
}

const waitingFor = (seconds: number) => `waiting:${now() - seconds}`;

/** The agents of these tests: in three sessions, one of them with an odd name, and a split window. */
function openAgents(): Record<"longest" | "middle" | "shortest" | "busy", string> {
  return {
    middle: openAgent(["new-window", "-t", "main:"], waitingFor(200)),
    longest: openAgent(["new-session", "-s", "a:b.c"], waitingFor(300)),
    busy: openAgent(["split-window", "-t", "a_b_c:"], "active:0"),
    shortest: openAgent(["new-session", "-s", "#{pane_id} %5 $1"], waitingFor(100)),
  };
}

/** The bindings that `rk tmux status` prints. */
function bindKeys(): void {
  sandbox.write(`${sandbox.home}/keys.conf`, tmuxLines().join("\n"));
  sandbox.tmux("source-file", `${sandbox.home}/keys.conf`);
}

const press = (client: AttachedClient, key: string) => client.type("C-b", key);

describe("from a key, with several clients attached", () => {
  it("moves the client that pressed it, the longest waiting first, onward, around, and back", async () => {
    const agents = openAgents();
    bindKeys();
    sandbox.tmux("new-session", "-d", "-s", "elsewhere");
    const other = await attachClient(sandbox, "elsewhere");
    const client = await attachClient(sandbox, "main");
    const start = other.shows();
    // They see it coming: in the status line, and behind the window's name.
    expect(await client.see(/◆ 3/)).toMatch(/● 1[\s\S]*$/);
    expect(client.screen()).toMatch(/1:\S+ +\S*◆/);
    for (const [key, agent] of [
      ["N", agents.longest],
      ["N", agents.middle],
      ["N", agents.shortest],
      ["N", agents.longest],
      ["B", agents.shortest],
      ["B", agents.middle],
    ] as const) {
      press(client, key);
      await client.showsPane(agent);
      expect(other.shows()).toEqual(start);
    }
    press(other, "N");
    await other.showsPane(agents.longest);
    expect(client.shows().pane).toBe(agents.middle);
  });

  it("tells that client when nobody waits", async () => {
    openAgent(["new-window", "-t", "main:"], "idle:0");
    bindKeys();
    const other = await attachClient(sandbox, "main");
    const client = await attachClient(sandbox, "main");
    press(client, "N");
    await client.see(/No agent waits for you/);
    expect(other.screen()).not.toMatch(/No agent waits/);
    expect(client.shows().pane).toBe("%0");
  });

  it("says so when the only one is already shown", async () => {
    const agent = openAgent(["new-window", "-t", "main:"], waitingFor(10));
    bindKeys();
    const client = await attachClient(sandbox, "main");
    press(client, "N");
    await client.showsPane(agent);
    press(client, "N");
    await client.see(/No other agent waits for you/);
  });

  it("keeps the sessions of a group apart, and a zoomed window zoomed", async () => {
    const agent = openAgent(["split-window", "-t", "main:"], waitingFor(10));
    sandbox.tmux("resize-pane", "-Z", "-t", "main:0.0");
    sandbox.tmux("new-window", "-d", "-t", "main:");
    sandbox.tmux("new-session", "-d", "-t", "main", "-s", "grouped");
    bindKeys();
    const one = await attachClient(sandbox, "main");
    const two = await attachClient(sandbox, "grouped");
    sandbox.tmux("select-window", "-t", "grouped:1");
    for (const client of [two, one]) {
      const { session } = client.shows();
      press(client, "N");
      await client.showsPane(agent);
      expect(client.shows().session).toBe(session);
    }
    expect(sandbox.tmux("display-message", "-p", "-t", agent, "#{window_zoomed_flag}")).toBe("1");
  });
});

describe("inside", () => {
  it("a popup: moves the client that owns it, which ends", async () => {
    const { longest } = openAgents();
    sandbox.tmux("bind-key", "P", "display-popup", "-E", "rk agent next");
    const other = await attachClient(sandbox, "main");
    const client = await attachClient(sandbox, "main");
    other.type("x");
    press(client, "P");
    await client.showsPane(longest);
    expect(other.shows().pane).toBe("%0");
  });

  it("a pane: moves the client that shows it, not the one used last, and says where to", async () => {
    const { longest } = openAgents();
    sandbox.tmux("new-session", "-d", "-s", "elsewhere");
    // A login shell would set another PATH.
    sandbox.tmux("respawn-pane", "-k", "-t", "main:0.0", `cd '${sandbox.home}'; exec /bin/sh`);
    const client = await attachClient(sandbox, "main");
    const other = await attachClient(sandbox, "elsewhere");
    const start = other.shows();
    const shown = client.shows().pane;
    client.type("until [ -e go ]; do sleep 0.1; done; rk agent next; echo done", "Enter");
    other.type("x");
    await other.see("x");
    sandbox.write(join(sandbox.home, "go"), "");
    await client.showsPane(longest);
    expect(other.shows()).toEqual(start);
    const text = await until("the end", () => {
      const screen = sandbox.tmux("capture-pane", "-p", "-t", shown);
      return /^done$/m.test(screen) ? screen : undefined;
    });
    expect(text).toMatch(/Claude Code in a_b_c:0\.0 waits for 5m/);
  });

  it("never moves a program in control mode", async () => {
    const { longest } = openAgents();
    const client = await attachClient(sandbox, "main");
    const control = spawn("tmux", ["-L", "sandbox", "-C", "attach", "-t", "main"], {
      env: sandbox.environment,
      stdio: ["pipe", "ignore", "ignore"],
    });
    try {
      const names = () => sandbox.tmux("list-clients", "-F", "#{client_name} #{session_name}");
      await until("control mode", () => (names().includes("client-") ? true : undefined));
      control.stdin.write("display-message -p x\n");
      expect(sandbox.rk(["agent", "next"], { TMUX: `${sandbox.socket},${serverPid()},0` }).status).toBe(0);
      await client.showsPane(longest);
      expect(names()).toMatch(/^client-\d+ main$/m);
    } finally {
      control.kill();
    }
  });
});

function serverPid(): string {
  return sandbox.tmux("display-message", "-p", "#{pid}");
}

describe("elsewhere", () => {
  const far = (...words: readonly string[]) => sandbox.tmux("-L", "far", ...words);
  afterEach(() => {
    try {
      far("kill-server");
    } catch {
      // The test had none.
    }
  });

  it("says which command attaches to the server of an agent that waits there", async () => {
    const pane = openAgent(["-L", "far", "new-session", "-x", "80", "-y", "20"], "idle:0");
    far("set-option", "-pt", pane, "@rk_pane_agent_state", "waiting:1000000");
    far("set-option", "-pt", pane, "@rk_pane_agent_session", "claude:0123");
    bindKeys();
    const client = await attachClient(sandbox, "main");
    press(client, "N");
    const text = await client.see("attach -t");
    expect(text).toMatch(/No agent waits for you on this tmux server\. .* on the tmux server far\./);
    const command = /tmux -L far attach -t %\d+/.exec(text)?.[0] ?? "";
    client.type("unset TMUX; ", command, "Enter");
    await until("the far client", () => (far("list-clients").includes("/dev/") ? true : undefined));
    expect(far("list-clients", "-F", "#{pane_id}")).toBe(pane);
  });

  it("outside of tmux: moves a client if there is one, else names the command", async () => {
    const { longest } = openAgents();
    sandbox.tmux("set-option", "-pt", longest, "@rk_pane_agent_state", "waiting:1000000");
    const alone = sandbox.rk(["agent", "next"]);
    expect(alone).toMatchObject({ status: 0, complaints: "" });
    expect(alone.output).toMatch(new RegExp(`tmux -L sandbox attach -t ${longest}\\n$`));
    const client = await attachClient(sandbox, "main");
    const moved = sandbox.rk(["agent", "next"]);
    expect(moved.output).toMatch(/^Claude Code in a_b_c:0\.0 waits for \d+d\n$/);
    expect(client.shows().pane).toBe(longest);
  });

  it("refuses a client that is not there", () => {
    const { status, complaints } = sandbox.rk(["agent", "next", "--client", "/dev/pts/999999"]);
    expect([status, complaints]).toEqual([1, expect.stringContaining("CLIENT_NOT_FOUND")]);
  });
});
