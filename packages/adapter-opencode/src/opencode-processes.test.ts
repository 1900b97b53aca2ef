import { describe, expect, it } from "vitest";
import { recogniseOpencode } from "./opencode-processes.js";

function role(executable: string | undefined, ...words: readonly string[]) {
  const process = { pid: 2, parentPid: 1, sessionId: 1, startTime: 1, name: "x", executable };
  return recogniseOpencode({ ...process, arguments: ["opencode", ...words] });
}

const npm = "/usr/lib/node_modules/opencode-ai/bin/opencode.exe";

describe("the processes of OpenCode", () => {
  it("are agents by the path of the program", () => {
    for (const path of [
      npm,
      "/usr/lib/node_modules/.opencode-ai-d6YRvENf/bin/opencode.exe",
      "/usr/lib/node_modules/opencode-linux-x64/bin/opencode",
      "/home/user/.opencode/bin/opencode",
      "/opt/homebrew/Cellar/opencode/1.18.33/bin/opencode",
      "/usr/local/bin/opencode",
    ])
      expect(role(path), path).toBe("agent");
    for (const words of [
      ["-c"],
      ["/home/user/project"],
      ["run", "serve it"],
      ["--log-level", "DEBUG"],
      ["attach", "http://x"],
    ])
      expect(role(npm, ...words), words.join(" ")).toBe("agent");
  });

  it("are daemons where they serve others", () => {
    for (const words of [["serve"], ["serve", "--service"], ["web"], ["acp"], ["--print-logs", "serve"]])
      expect(role(npm, ...words), words.join(" ")).toBe("daemon");
  });

  it("are nothing to us where they talk with nobody", () => {
    for (const words of [
      ["export", "ses_a"],
      ["session", "list"],
      ["models"],
      ["--pure", "export"],
      ["upgrade"],
    ])
      expect(role(npm, ...words), words.join(" ")).toBeUndefined();
  });

  it("are nothing to us as the Bun that runs a language server or a package install", () => {
    expect(role(npm, "/x/typescript-language-server/lib/cli.mjs", "--stdio")).toBeUndefined();
    expect(role(npm, "add", "@opencode-ai/plugin")).toBeUndefined();
  });

  it("are not recognised by a part of a name, a folder, an argument or comm", () => {
    expect(role("/usr/bin/vim", npm)).toBeUndefined();
    expect(role("/home/user/opencode/tool")).toBeUndefined();
    expect(role("/home/user/my/opencode-ai/bin/opencode.exe.txt")).toBeUndefined();
    expect(role(undefined)).toBeUndefined();
  });
});
