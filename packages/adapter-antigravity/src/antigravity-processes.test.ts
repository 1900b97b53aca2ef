import { memoryHost } from "@hexokit/adapter-testkit";
import { describe, expect, it } from "vitest";
import { recogniseAntigravity } from "./antigravity-processes.js";
import { findAntigravityTranscript } from "./antigravity-transcript.js";

function role(executable: string | undefined, ...words: readonly string[]) {
  const process = { pid: 2, parentPid: 1, sessionId: 1, startTime: 1, name: "agy", executable };
  return recogniseAntigravity({ ...process, arguments: words });
}

describe("the processes of Antigravity", () => {
  it("are agents by the name of the program, wherever it lies", () => {
    expect(role("/home/user/.local/bin/agy", "agy")).toBe("agent");
    expect(role("/opt/homebrew/Caskroom/antigravity-cli/1.2.7/agy", "agy", "-p", "do it")).toBe("agent");
  });

  it("are nothing to us as the desktop app, which runs the same hooks", () => {
    const server = "/Applications/Antigravity.app/Contents/Resources/bin/language_server";
    expect(role(server, "language_server", "--standalone", "--app_data_dir", "antigravity")).toBeUndefined();
  });

  it("are not recognised by an argument, a part of a name or comm", () => {
    expect(role("/usr/bin/vim", "agy", "/home/user/.local/bin/agy")).toBeUndefined();
    expect(role("/usr/bin/magy", "magy")).toBeUndefined();
    expect(role("/home/user/agy/tool", "tool")).toBeUndefined();
    expect(role(undefined, "agy")).toBeUndefined();
  });
});

describe("the transcript of Antigravity", () => {
  const session = "00000000-0000-4000-8000-000000000000";
  const brain = "/home/user/.gemini/antigravity-cli/brain";
  const inside = `${session}/.system_generated/logs/transcript.jsonl`;

  it("is that of the CLI, never the desktop app's of the same session", async () => {
    const files = { [`/home/user/.gemini/antigravity/brain/${inside}`]: "{}\n" };
    expect(await findAntigravityTranscript({ session }, memoryHost({ files }))).toMatchObject({
      kind: "unavailable",
    });
  });

  it("is not followed out of its folder", async () => {
    const files = { "/home/user/secret/.system_generated/logs/transcript.jsonl": "{}\n" };
    const host = memoryHost({ files, links: { [`${brain}/${session}`]: "/home/user/secret" } });
    expect(await findAntigravityTranscript({ session }, host)).toMatchObject({ kind: "unavailable" });
  });
});
