import { describe, expect, it } from "vitest";
import { recogniseKimi } from "./kimi-processes.js";

const node = "/usr/local/bin/node";
const script = "/usr/local/lib/node_modules/@moonshot-ai/kimi-code/dist/main.mjs";

function role(executable: string | undefined, ...words: string[]) {
  const process = { pid: 2, parentPid: 1, sessionId: 2, startTime: 1, name: "kimi-code" };
  return recogniseKimi({ ...process, executable, arguments: words });
}

describe("Kimi Code's processes", () => {
  it("are Node with the title that Kimi Code writes over its arguments, or its script before that", () => {
    expect(role(node, "kimi-code")).toBe("agent");
    expect(role(node, "kimi-code", "", "")).toBe("agent");
    expect(role(node, "node", script, "-c")).toBe("agent");
    expect(role("/home/user/.kimi-code/bin/kimi", "kimi-code")).toBe("agent");
  });

  it("are not recognised by comm, a part of a name, another program's title or an argument", () => {
    expect(role(undefined, "kimi-code")).toBeUndefined();
    expect(role("/usr/bin/vim", "kimi-code")).toBeUndefined();
    expect(role(node, "kimi-code", "x.js")).toBeUndefined();
    expect(role(node, "node", "/home/user/kimi-code/dist/main.mjs")).toBeUndefined();
    expect(role(node, "node", "/usr/bin/tool", script)).toBeUndefined();
    expect(role("/usr/bin/kimi", "kimi")).toBeUndefined();
  });
});
