import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemProcesses } from "../process/system-processes.js";
import { servedSockets } from "./served-sockets.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hexokit-sockets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const tmux = (socket: string, ...words: readonly string[]) =>
  execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...words], { encoding: "utf8" }).trim();

it("tells the sockets of living servers, by whatever path, from those that were left behind", async () => {
  const [live, dead, file, missing] = ["live", "dead", "file", "missing"].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  symlinkSync(folder, join(folder, "link"));
  const linked = join(folder, "link", "live");
  writeFileSync(file, "");
  try {
    for (const socket of [live, dead]) tmux(socket, "new-session", "-d", "cat");
    const pid = Number(tmux(dead, "display-message", "-p", "#{pid}"));
    tmux(dead, "kill-server");
    // It answers that it ends, and then ends.
    await vi.waitFor(() => expect(systemProcesses().read(pid)).toBeUndefined(), 10_000);
    expect([...(await servedSockets([live, linked, dead, file, missing]))]).toEqual([live, linked]);
  } finally {
    tmux(live, "kill-server");
  }
});

it("takes a stopped server for one that is there", async () => {
  const socket = join(folder, "stopped");
  tmux(socket, "new-session", "-d", "cat");
  const pid = Number(tmux(socket, "display-message", "-p", "#{pid}"));
  process.kill(pid, "SIGSTOP");
  try {
    expect([...(await servedSockets([socket]))]).toEqual([socket]);
  } finally {
    process.kill(pid, "SIGCONT");
    tmux(socket, "kill-server");
  }
});

it.runIf(process.getuid?.() === 0 && process.platform === "linux")(
  "finds a server of another network namespace",
  async () => {
    const socket = join(folder, "elsewhere");
    const child = spawn("unshare", [
      "-n",
      "tmux",
      "-S",
      socket,
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      "cat",
    ]);
    await new Promise((resolve) => child.once("exit", resolve));
    try {
      expect([...(await servedSockets([socket]))]).toEqual([socket]);
    } finally {
      tmux(socket, "kill-server");
    }
  },
);
