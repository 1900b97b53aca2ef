import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostEnvironment, systemHost, systemProcesses } from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copilotAdapter } from "./index.js";

const session = "ce5408fc-d2f4-4329-80b0-3b0429b7f2fa";
const start = { type: "session.start", data: { sessionId: session } };

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hexokit-copilot-"));
  folder = join(home, ".copilot", "session-state", session);
  mkdirSync(folder, { recursive: true });
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function write(line: object): void {
  writeFileSync(join(folder, "events.jsonl"), `${JSON.stringify(line)}\n`);
}

describe("Copilot's transcript", () => {
  const find = async (ref: string) =>
    await copilotAdapter.transcript?.(
      { session: ref },
      systemHost(hostEnvironment({}, home, home), systemProcesses()),
    );

  it("is the event log of that session, by its first line", async () => {
    write(start);
    expect(await find(session)).toEqual({ kind: "file", path: join(folder, "events.jsonl") });
    write({ type: "session.start", data: { sessionId: "another" } });
    expect(await find(session)).toMatchObject({ kind: "unavailable" });
  });

  it("is unavailable before the first prompt, for odd references, and when it leads out of the folder", async () => {
    expect(await find(session)).toMatchObject({ kind: "unavailable" });
    expect(await find("../../x")).toMatchObject({ kind: "unavailable" });
    writeFileSync(join(home, "secret.jsonl"), `${JSON.stringify(start)}\n`);
    symlinkSync(join(home, "secret.jsonl"), join(folder, "events.jsonl"));
    expect(await find(session)).toMatchObject({
      kind: "unavailable",
      why: expect.stringContaining("leads out of"),
    });
  });
});
