import { readFileSync } from "node:fs";
import type { ProcessInfo } from "@hexokit/core/hook";
import { describe, expect, it } from "vitest";
import { recogniseGemini } from "./gemini-processes.js";

const packageScript = "/usr/lib/node_modules/@google/gemini-cli/bundle/gemini.js";

function role(words: readonly string[], change: Partial<ProcessInfo> = {}) {
  return recogniseGemini({
    pid: 2,
    parentPid: 1,
    sessionId: 1,
    startTime: 1,
    name: "node",
    executable: "/usr/bin/node",
    arguments: words,
    ...change,
  });
}

describe("the processes of Gemini CLI", () => {
  it("are agents by the script that Node runs, whatever link led to it", () => {
    expect(role(["node", packageScript])).toBe("agent");
    expect(role(["node", "/usr/bin/gemini", "-p", "do it"], { script: packageScript })).toBe("agent");
    expect(role(["node", "--max-old-space-size=12052", "/x/.bin/gemini"], { script: packageScript })).toBe(
      "agent",
    );
    const cellar = "/opt/homebrew/Cellar/gemini-cli/0.61.0/libexec/lib/node_modules";
    expect(role(["node", `${cellar}/@google/gemini-cli/bundle/gemini.js`])).toBe("agent");
    expect(role(["node", "/x/node_modules/@google/gemini-cli/dist/index.js", "mcp is what?"])).toBe("agent");
  });

  it("are nothing to us where they talk with nobody, or with an editor", () => {
    for (const command of ["mcp", "extensions", "skills", "hooks", "gemma"])
      expect(role(["node", packageScript, command, "list"])).toBeUndefined();
    expect(role(["node", packageScript, "--acp"])).toBeUndefined();
    expect(role(["node", "/usr/bin/gemini", "mcp"], { script: packageScript })).toBeUndefined();
  });

  it("are not recognised by a name, a folder, an argument or another program's script", () => {
    expect(role(["node", "/usr/bin/gemini"], { script: "/opt/gemini-protocol/cli.js" })).toBeUndefined();
    expect(role(["node", "/usr/bin/gemini"])).toBeUndefined();
    expect(role(["node", "/x/tool.js", packageScript])).toBeUndefined();
    expect(role(["vim", packageScript], { executable: "/usr/bin/vim" })).toBeUndefined();
    expect(role(["node", packageScript], { executable: undefined })).toBeUndefined();
    expect(role([packageScript], { script: undefined })).toBeUndefined();
  });

  it("are launcher and agent of the recorded chain, and nothing else of it", () => {
    const recorded = JSON.parse(
      readFileSync(new URL("../../../fixtures/gemini/0.61.0/process-context.json", import.meta.url), "utf8"),
    ) as { readonly chain: readonly { readonly exe: string; readonly cmd: readonly string[] }[] };
    const roles = recorded.chain.map(({ exe, cmd }) => {
      const isGemini = cmd.some((word) => word.endsWith("/.bin/gemini"));
      return role(cmd, { executable: exe, script: isGemini ? packageScript : undefined });
    });
    expect(roles).toEqual([undefined, "agent", "agent", undefined, undefined]);
  });
});
