import { describe, expect, it } from "vitest";
import { recogniseClaude } from "./claude-processes.js";

function role(executable: string | undefined, ...words: readonly string[]) {
  return recogniseClaude({
    pid: 2,
    parentPid: 1,
    sessionId: 1,
    startTime: 1,
    name: "x",
    executable,
    arguments: words,
  });
}

const npm = "/usr/lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe";
const native = "/home/user/.local/share/claude/versions/2.1.332";

describe("the processes of Claude Code", () => {
  it("are agents by the path of the program, whatever they call themselves", () => {
    expect(role(npm, "claude")).toBe("agent");
    expect(role(npm, "claude", "-p", "do it")).toBe("agent");
    expect(role(native, "2.1.332", "--resume", "x")).toBe("agent");
    expect(role("/opt/x/node_modules/@anthropic-ai/claude-code-linux-x64/claude", "claude")).toBe("agent");
    expect(
      role("/usr/bin/node", "node", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs"),
    ).toBe("agent");
    expect(
      role("/usr/bin/node", "node", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js", "agents"),
    ).toBeUndefined();
    expect(role(npm, "claude", "attach", "4e349466")).toBe("agent");
  });

  it("stay agents while npm replaces the package below them", () => {
    const renamed = "/usr/lib/node_modules/@anthropic-ai/.claude-code-d6YRvENf/bin/claude.exe";
    expect(role(renamed, "claude")).toBe("agent");
    expect(role("/opt/homebrew/Caskroom/claude-code/2.1.332/claude", "claude")).toBe("agent");
  });

  it("are nothing to us as the program's own ripgrep or browser bridge", () => {
    expect(role(npm, "rg", "--no-config", "--files")).toBeUndefined();
    expect(role(npm, "claude", "--claude-in-chrome-mcp")).toBeUndefined();
  });

  it("are daemons where they serve background sessions", () => {
    expect(role(npm, npm, "daemon", "run", "--origin", "transient")).toBe("daemon");
    expect(role(npm, "claude", "bg-spare", "--bg-spare", "/tmp/x.sock")).toBe("daemon");
    expect(role(npm, "claude", "bg-pty-host", "--bg-pty-host")).toBe("daemon");
  });

  it("are nothing to us where they talk with nobody", () => {
    for (const command of ["agents", "mcp", "doctor", "update", "install"])
      expect(role(npm, "claude", command)).toBeUndefined();
  });

  it("are not recognised by a part of a name, a folder, an argument or comm", () => {
    expect(role("/usr/bin/vim", "vim", npm)).toBeUndefined();
    expect(role("/home/user/claude/bin/claude", "claude")).toBeUndefined();
    expect(role("/usr/bin/node", "node", "/home/user/x/claude-code/cli.js")).toBeUndefined();
    expect(role("/usr/bin/bash", "bash", "-c", "claude")).toBeUndefined();
    expect(role("/home/user/my/@anthropic-ai/claude-code/bin/claude.exe.txt", "x")).toBeUndefined();
    expect(role(undefined, "claude")).toBeUndefined();
  });
});
