import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runTmux } from "./run-tmux.js";

let folder: string;
let socket: string;
let serverPid: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hexokit-tmux-"));
  socket = join(folder, "s");
  execFileSync("tmux", ["-S", socket, "-f", "/dev/null", "new-session", "-d", "cat"]);
  serverPid = Number(
    execFileSync("tmux", ["-S", socket, "display-message", "-p", "#{pid}"], { encoding: "utf8" }),
  );
});
afterEach(() => {
  process.kill(serverPid, "SIGCONT");
  execFileSync("tmux", ["-S", socket, "kill-server"]);
  rmSync(folder, { recursive: true });
});

const listPanes = ["list-panes", "-a", "-F", "#{pane_id}"] as const;

describe("runTmux", () => {
  it("reads what the client answered while this thread was busy for longer than it waits", async () => {
    const answer = runTmux({ socket }, listPanes, 100);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    expect(await answer).toEqual({ ok: true, output: "%0\n", error: "", timedOut: false });
  });

  it("gives a stopped server up", async () => {
    process.kill(serverPid, "SIGSTOP");
    expect(await runTmux({ socket }, listPanes, 100)).toMatchObject({ ok: false, timedOut: true });
  });
});
