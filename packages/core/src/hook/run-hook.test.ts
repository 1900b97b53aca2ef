import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { HookInput } from "../contract/hook-translator.js";
import { machineDirectoryAt } from "../machine/machine-directory.js";
import { systemProcesses } from "../process/system-processes.js";
import { runHook } from "./run-hook.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hexokit-hook-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What the translator was given, and what was reported. */
async function run(event: string, payload: unknown) {
  const inputs: HookInput[] = [];
  const reports: string[] = [];
  const runtime = {
    processes: systemProcesses(),
    directory: machineDirectoryAt(join(folder, "machine")),
    environment: {},
    pid: process.pid,
    translator: {
      id: "sample",
      events: [{ name: "Asks", timeout: 3, needs: "transcript" } as const, { name: "Other", timeout: 3 }],
      recognise: () => undefined,
      translate: (input: HookInput) => {
        inputs.push(input);
        return { kind: "ignore", why: "not-a-signal" } as const;
      },
    },
    recognisers: () => [],
    now: Date.now,
    report: (line: string) => reports.push(line),
  };
  await runHook(runtime, event, payload);
  return { transcript: inputs[0]?.transcript, translated: inputs.length, reports };
}

it("gives an event that needs it the transcript that its payload names", async () => {
  const path = join(folder, "transcript.jsonl");
  writeFileSync(path, "{}\n");
  expect((await run("Asks", { transcript_path: path })).transcript).toEqual({
    path,
    head: "{}\n",
    tail: "",
    complete: true,
  });
  expect((await run("Asks", { transcriptPath: path })).transcript?.path).toBe(path);
  expect((await run("Other", { transcript_path: path })).transcript).toBeUndefined();
});

it("goes on without one, and says so without a word of the payload", async () => {
  for (const payload of [undefined, null, 7, {}, { transcript_path: join(folder, "secret") }]) {
    expect(await run("Asks", payload)).toEqual({
      transcript: undefined,
      translated: 1,
      reports: ["sample Asks: its transcript could not be read"],
    });
  }
});
