import { describe, expect, it } from "vitest";
import { recogniseCopilot } from "./copilot-processes.js";

function role(executable: string | undefined, ...words: readonly string[]) {
  return recogniseCopilot({
    pid: 2,
    parentPid: 1,
    sessionId: 1,
    startTime: 1,
    name: "MainThread",
    executable,
    arguments: words,
  });
}

const npm = "/usr/lib/node_modules/@github/copilot-linux-x64/copilot";

describe("the processes of Copilot CLI", () => {
  it("are agents by the path of the program, whatever they call themselves", () => {
    expect(role(npm, npm, "--no-auto-update")).toBe("agent");
    expect(role(npm, npm, "-p", "do it")).toBe("agent");
    expect(role("/opt/homebrew/Caskroom/copilot-cli/1.0.102/copilot", "copilot")).toBe("agent");
    expect(role("/home/user/.local/bin/copilot", "copilot", "--resume=x")).toBe("agent");
    expect(role("/usr/local/bin/copilot", "copilot")).toBe("agent");
  });

  it("stay agents while npm replaces the package below them", () => {
    expect(role("/usr/lib/node_modules/@github/.copilot-linux-x64-d6YRvENf/copilot", "copilot")).toBe(
      "agent",
    );
  });

  it("are nothing to us where they talk with nobody", () => {
    for (const command of ["update", "mcp", "login", "plugin", "help"])
      expect(role(npm, npm, command)).toBeUndefined();
  });

  it("are not recognised by a part of a name, a folder, an argument or comm", () => {
    expect(role("/usr/bin/vim", "vim", npm)).toBeUndefined();
    expect(role("/usr/bin/node", "node", "/usr/lib/node_modules/.bin/copilot")).toBeUndefined();
    expect(role("/home/user/copilot/bin/tool", "copilot")).toBeUndefined();
    expect(role("/home/user/@github/copilot-notes/copilot.txt", "copilot")).toBeUndefined();
    expect(role("/usr/bin/bash", "bash", "-c", "copilot")).toBeUndefined();
    expect(role(undefined, "copilot")).toBeUndefined();
  });
});
