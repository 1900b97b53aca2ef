import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { recogniseCodex } from "./codex-processes.js";

const npm =
  "/home/user/.npm-global/lib/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex";
const daemon =
  "/home/user/.codex/packages/app-server-daemon/releases/0.171.0-x86_64-unknown-linux-musl/bin/codex";
const shim = "/home/user/.npm-global/lib/node_modules/@openai/codex/bin/codex.js";

function role(executable: string | undefined, ...words: string[]) {
  return recogniseCodex({
    pid: 10,
    parentPid: 1,
    sessionId: 10,
    startTime: 1,
    name: "codex",
    executable,
    arguments: words,
  });
}

/** Role by comm of each process that a recorded chain names, the hook's own first. */
function chain(name: string) {
  const text = readFileSync(
    new URL(`../../../fixtures/codex/0.171.0/processes/${name}.txt`, import.meta.url),
    "utf8",
  );
  return [...text.matchAll(/^pid=\d+ comm=(.*?) ppid=\d+ cmd=(.*?) *$/gm)].map(([, comm = "", line = ""]) => {
    const words = line.split(" ");
    return `${comm}: ${role(words[0], ...words)}`;
  });
}

describe("Codex's processes", () => {
  it("are daemon, TUI and launcher in the recorded chains", () => {
    expect(chain("tui-daemon-npm-shim-node20")).toEqual([
      "cap.sh: undefined",
      "codex: daemon",
      "codex: agent",
      "node: agent",
      "bash: undefined",
      "tmux: server: undefined",
    ]);
    expect(chain("tui-no-daemon-npm-shim-node20").slice(1, 4)).toEqual([
      "codex: agent",
      "node: agent",
      "bash: undefined",
    ]);
    expect(chain("exec-native").slice(0, 3)).toEqual([
      "cap.sh: undefined",
      "codex: agent",
      "timeout: undefined",
    ]);
  });

  it("are agents wherever the program lies, with a prompt, a session or nothing", () => {
    const places = [
      npm,
      "/x/node_modules/@openai/codex/vendor/aarch64-apple-darwin/codex/codex",
      "/home/user/.codex/packages/standalone/releases/0.171.0-x86_64-unknown-linux-musl/codex",
      "/opt/homebrew/Caskroom/codex/0.171.0/codex-aarch64-apple-darwin",
      "/opt/homebrew/Cellar/codex/0.171.0/bin/codex",
      "/usr/local/bin/codex",
      "/home/user/.local/bin/codex",
      "/home/user/.cargo/bin/codex",
    ];
    for (const place of places) expect(role(place, "codex"), place).toBe("agent");
    for (const words of [["fix it"], ["resume", "x"], ["exec", "do it"], ["--no-daemon"], ["-m", "login"]])
      expect(role(npm, "codex", ...words), words.join(" ")).toBe("agent");
    expect(role("/usr/bin/node", "node", shim, "-c", "a=b")).toBe("agent");
  });

  it("are daemons where they serve clients, helpers of the daemon are nothing to us", () => {
    expect(role(daemon, daemon, "app-server", "--listen", "unix://", "--managed-daemon")).toBe("daemon");
    expect(role(npm, "codex", "-c", "model=x", "app-server")).toBe("daemon");
    expect(role(daemon, daemon, "app-server", "daemon", "pid-update-loop")).toBeUndefined();
    expect(role(npm, "codex", "app-server", "proxy")).toBeUndefined();
    for (const command of ["login", "mcp-server", "mcp", "completion", "update"])
      expect(role(npm, "codex", command)).toBeUndefined();
  });

  it("are not recognised by a part of a name, a folder, an argument or comm", () => {
    expect(role("/usr/bin/vim", "vim", npm)).toBeUndefined();
    expect(role("/home/user/codex/bin/tool", "codex")).toBeUndefined();
    expect(role("/home/user/project/codex", "codex")).toBeUndefined();
    expect(role("/usr/bin/node", "node", "/home/user/codex.js")).toBeUndefined();
    expect(role("/usr/bin/bash", "bash", "-c", "codex")).toBeUndefined();
    expect(role(`${npm}-old`, "codex")).toBeUndefined();
    expect(role(undefined, "codex")).toBeUndefined();
  });
});
