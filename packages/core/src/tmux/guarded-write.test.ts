import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readServer } from "../reading/tmux-servers.js";
import { changeChannel, writePaneOptions } from "./guarded-write.js";
import { runTmux, runTmuxSync } from "./run-tmux.js";
import { isPaneId, parseTmuxVariable } from "./tmux-address.js";
import { isSupportedTmux, parseTmuxVersion } from "./tmux-version.js";

let folder: string;
let socket: string;

function tmux(...command: readonly string[]): string {
  return execFileSync("tmux", ["-u", "-S", socket, "-f", "/dev/null", ...command], {
    encoding: "utf8",
  }).trimEnd();
}

function pane(target: string): { readonly id: string; readonly pid: number } {
  const [id = "", pid] = tmux("display-message", "-p", "-t", target, "#{pane_id} #{pane_pid}").split(" ");
  return { id, pid: Number(pid) };
}

function option(paneId: string, name: string): string {
  return tmux("show-options", "-pqvt", paneId, name);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hexokit-tmux-"));
  socket = join(folder, "socket");
  tmux("new-session", "-d", "-s", "one", "cat");
  tmux("split-window", "-d", "-t", "one", "cat");
});

afterEach(() => {
  try {
    tmux("kill-server");
  } catch {
    // The test ended it.
  }
  rmSync(folder, { recursive: true, force: true });
});

const values = { state: "active:100:7", session: "claude:abc", reason: undefined };

describe("the guarded write", () => {
  it("writes all options of the claimed pane, wakes a watcher, and unsets what is undefined", async () => {
    const { id, pid } = pane("one:0.1");
    const woken = runTmux({ socket }, ["wait-for", changeChannel], 5000);
    expect(writePaneOptions({ socket, panePid: pid }, id, { ...values, reason: "error" })).toEqual({
      kind: "written",
      paneId: id,
    });
    expect((await woken).ok).toBe(true);
    expect([
      option(id, "@rk_pane_agent_state"),
      option(id, "@rk_pane_agent_session"),
      option(id, "@rk_pane_agent_reason"),
    ]).toEqual(["active:100:7", "claude:abc", "error"]);
    expect(option(id, "@rk_pane_agent_command")).toBe("cat");
    writePaneOptions({ socket, panePid: pid }, id, {
      state: undefined,
      session: undefined,
      reason: undefined,
    });
    expect(tmux("show-options", "-pt", id)).toBe("");
    expect(tmux("show-options", "-pt", pane("one:0.0").id)).toBe("");
  });

  it("finds the pane by its process when the claim is another's, missing, or no pane id", () => {
    const target = pane("one:0.1");
    const other = pane("one:0.0");
    for (const claim of [other.id, "%999", undefined, "", "!", "%0; kill-server", "#(touch x)"]) {
      expect(writePaneOptions({ socket, panePid: target.pid }, claim, values)).toEqual({
        kind: "written",
        paneId: target.id,
      });
    }
    expect(tmux("show-options", "-pt", other.id)).toBe("");
  });

  it("writes nowhere when no live pane has that process", () => {
    expect(writePaneOptions({ socket, panePid: 4_194_301 }, "%0", values)).toEqual({ kind: "no-pane" });
    expect(tmux("list-panes", "-a", "-F", "#{@rk_pane_agent_state}").trim()).toBe("");
  });

  it("lets nothing but atoms into a command", () => {
    const { id, pid } = pane("one:0.1");
    for (const session of ["claude:x'; kill-server; '", "claude:#(touch x)", "claude:a b", ""]) {
      expect(() => writePaneOptions({ socket, panePid: pid }, id, { ...values, session })).toThrow(
        "not an atom",
      );
    }
  });

  it("gives up on a server that is stopped, and says so", () => {
    const { id, pid } = pane("one:0.1");
    const server = Number(tmux("display-message", "-p", "#{pid}"));
    process.kill(server, "SIGSTOP");
    try {
      const start = Date.now();
      expect(writePaneOptions({ socket, panePid: pid }, id, values)).toEqual({ kind: "timed-out" });
      expect(Date.now() - start).toBeLessThan(1000);
    } finally {
      process.kill(server, "SIGCONT");
    }
  });

  it("fails, and harms nothing, without a server or without a program", () => {
    expect(writePaneOptions({ socket: join(folder, "none"), panePid: 1 }, "%0", values).kind).toBe("failed");
    const path = process.env.PATH;
    process.env.PATH = folder;
    try {
      expect(runTmuxSync({ socket }, ["list-panes"])).toMatchObject({ ok: false, timedOut: false });
    } finally {
      process.env.PATH = path;
    }
  });
});

describe("reading a server", () => {
  it("lists every pane once, with texts as they are", async () => {
    tmux("rename-window", "-t", "one:0", "a:b.c");
    tmux("select-pane", "-t", "one:0.1", "-T", "title 漢字 ##(x)");
    tmux("new-session", "-d", "-s", "two", "cat");
    tmux("link-window", "-s", "one:0", "-t", "two:5");
    const reading = await readServer(socket);
    if (reading.kind !== "live") throw new Error(reading.kind);
    expect(reading.panes.map((one) => one.paneId).sort()).toEqual(["%0", "%1", "%2"]);
    const titled = reading.panes.find((one) => one.paneId === "%1");
    expect(titled).toMatchObject({
      windowName: "a:b.c",
      title: "title 漢字 #(x)",
      command: "cat",
      state: "",
    });
  });

  it("leaves dead panes out, skips what does not serve, and names a stopped server", async () => {
    tmux("set-option", "-g", "remain-on-exit", "on");
    const { pid } = pane("one:0.1");
    process.kill(pid, "SIGKILL");
    const deadline = Date.now() + 3000;
    let ids: readonly string[] = ["%0", "%1"];
    while (ids.includes("%1") && Date.now() < deadline) {
      const reading = await readServer(socket);
      ids = reading.kind === "live" ? reading.panes.map((one) => one.paneId) : [];
    }
    expect(ids).toEqual(["%0"]);
    expect(await readServer(join(folder, "none"))).toMatchObject({ kind: "skipped" });
    const server = Number(tmux("display-message", "-p", "#{pid}"));
    process.kill(server, "SIGSTOP");
    try {
      expect(await readServer(socket)).toEqual({ kind: "not-answering", socket });
    } finally {
      process.kill(server, "SIGCONT");
    }
  });
});

describe("addresses and versions", () => {
  it("reads $TMUX only as tmux writes it", () => {
    expect(parseTmuxVariable("/tmp/a,b/default,123,0")).toEqual({
      socket: "/tmp/a,b/default",
      serverPid: 123,
    });
    for (const text of [undefined, "", "x", "relative,1,0", "/tmp/s,0,0", "/tmp/s,1", "/tmp/s,1,x"]) {
      expect(parseTmuxVariable(text)).toBeUndefined();
    }
  });

  it("takes only pane ids", () => {
    expect(isPaneId("%12")).toBe(true);
    for (const text of [undefined, "", "%", "12", "%1x", "%-1", "@1", "%12 "])
      expect(isPaneId(text)).toBe(false);
  });

  it("knows which tmux is too old", () => {
    expect(["tmux 3.2", "3.3a", "next-3.6", "tmux 4.0", "3.10", "master"].map(isSupportedTmux)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(["tmux 3.1c", "2.9a", "1.8"].map(isSupportedTmux)).toEqual([false, false, false]);
    expect(parseTmuxVersion("tmux next-3.6")).toEqual([3, 6]);
  });

  it("agrees with tmux's own regular expression on the guard", () => {
    const ask = (version: string) =>
      tmux(
        "display-message",
        "-p",
        `#{m/r:^(next-|openbsd-)?(3\\.([2-9]|[1-9][0-9])|[4-9]|[1-9][0-9]),${version}}`,
      );
    expect(["3.2", "3.3a", "3.10", "4.0", "next-3.6", "10.1"].map(ask)).toEqual([
      "1",
      "1",
      "1",
      "1",
      "1",
      "1",
    ]);
    expect(["3.1c", "2.9a", "1.8", "3.0"].map(ask)).toEqual(["0", "0", "0", "0"]);
  });
});

describe("a client and its server", () => {
  it("uses the server's own program when its pid is known", () => {
    const server = Number(tmux("display-message", "-p", "#{pid}"));
    const path = process.env.PATH;
    process.env.PATH = folder;
    try {
      expect(
        runTmuxSync({ socket, serverPid: server }, ["display-message", "-p", "#{pid}"]).output.trim(),
      ).toBe(String(server));
    } finally {
      process.env.PATH = path;
    }
  });

  it("is killed when it does not end", () => {
    expect(runTmuxSync({ socket }, ["wait-for", "never"], 100)).toMatchObject({ ok: false, timedOut: true });
  });
});
