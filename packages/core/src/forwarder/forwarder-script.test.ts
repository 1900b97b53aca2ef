import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forwarderScript, nodeOfForwarder } from "./forwarder-script.js";
import { buildWrapperCommand } from "./wrapper-command.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hexokit-forwarder-"));
  writeFileSync(
    join(home, "hook.cjs"),
    `const input = require("node:fs").readFileSync(0, "utf8");
     require("node:fs").writeFileSync(${JSON.stringify(join(home, "seen"))},
       JSON.stringify([process.argv.slice(2), input, process.env.NODE_OPTIONS ?? null, process.execPath]));`,
  );
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function run(
  node: string,
  environment: Record<string, string>,
  provider = "claude",
  script = forwarderScript("1.0.0", node),
) {
  const forwarder = join(home, "rk-hook");
  writeFileSync(forwarder, script);
  const { status, stdout, stderr } = spawnSync(
    "/bin/sh",
    ["-c", buildWrapperCommand({ provider, event: "Stop", forwarder: "$HOME/rk-hook" })],
    { env: { HOME: home, PATH: "/usr/bin:/bin", ...environment }, input: '{"a":1}\n', encoding: "utf8" },
  );
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  return existsSync(join(home, "seen")) ? JSON.parse(readFileSync(join(home, "seen"), "utf8")) : undefined;
}

describe("forwarderScript", () => {
  it("runs the hook beside it with the Node it was given, free of NODE_OPTIONS", () => {
    const seen = run(process.execPath, { TMUX: "/tmp/x,1,0", NODE_OPTIONS: "--throw-deprecation" });
    expect(seen).toEqual([["claude", "Stop"], '{"a":1}\n', null, process.execPath]);
  });

  it("does nothing outside tmux, except for what a daemon of Claude's may tell", () => {
    expect(run(process.execPath, {})).toBeUndefined();
    expect(run(process.execPath, { TMUX: "" })).toBeUndefined();
    expect(run(process.execPath, { CLAUDE_JOB_DIR: "/x" }, "gemini")).toBeUndefined();
    expect(run(process.execPath, { CLAUDE_JOB_DIR: "/x" })).toBeDefined();
  });

  it("runs without a tmux for a daemon of Codex's where this user has tmux sockets, and for nobody else", () => {
    const servers = join(home, "servers");
    // Another of this user's folders in /tmp would do as well, so only the folder of sockets is tried here.
    const script = forwarderScript("1.0.0", process.execPath).replace("/tmp/tmux-*", "/nowhere/tmux-*");
    const environment = { TMUX_TMPDIR: servers };
    expect(run(process.execPath, environment, "codex", script)).toBeUndefined();
    mkdirSync(join(servers, "tmux-1"), { recursive: true });
    expect(run(process.execPath, environment, "gemini", script)).toBeUndefined();
    expect(run(process.execPath, environment, "codex", script)?.[0]).toEqual(["codex", "Stop"]);
    rmSync(join(home, "seen"));
    expect(run(process.execPath, { ...environment, CLAUDE_JOB_DIR: "/x" }, "codex", script)).toBeDefined();
  });

  it("takes the Node on PATH when its own is gone, and does nothing without any", () => {
    expect(run(join(home, "gone"), { TMUX: "x", PATH: home })).toBeUndefined();
    symlinkSync(process.execPath, join(home, "node"));
    expect(run(join(home, "gone"), { TMUX: "x", PATH: home })).toBeDefined();
  });

  it("runs a Node whose path needs quoting", () => {
    const node = join(home, "it's $HOME");
    writeFileSync(node, `#!/bin/sh\nexec ${process.execPath} "$@"\n`);
    chmodSync(node, 0o755);
    expect(nodeOfForwarder(forwarderScript("1.0.0", node))).toBe(node);
    expect(run(node, { TMUX: "x" })).toBeDefined();
  });

  it("uses neither exec nor trap: the wrapper's trap must outlive it", () => {
    expect(forwarderScript("1.0.0", "/usr/bin/node")).not.toMatch(/^\s*(exec|trap)\b|[;&|]\s*(exec|trap)\b/m);
  });
});
