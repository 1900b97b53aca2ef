import { closeSync, mkdirSync, openSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { abortedRollout, agent, sampleHome, session } from "./codex-sample-home.js";
import { codexAdapter } from "./index.js";

const { host, inHome, put } = sampleHome();

let lock: number | undefined;

afterEach(() => {
  if (lock !== undefined) closeSync(lock);
  lock = undefined;
});

/** This process stands for a TUI that runs the thread itself: it holds the thread's lock. */
function holdLock(): void {
  mkdirSync(inHome(".codex/thread-writer-locks"), { recursive: true });
  lock = openSync(inHome(".codex/thread-writer-locks", `${session}.lock`), "w");
}

const read = async () =>
  (
    await codexAdapter.observe?.(
      [{ target: "t", agent: { ...agent, pid: process.pid }, session: undefined }],
      host(),
    )
  )?.[0];

describe.runIf(process.platform === "linux")("a TUI that no hook has told of", () => {
  it("waits for its first prompt while its thread has no rollout", async () => {
    expect(await read()).toBeUndefined();
    holdLock();
    expect(await read()).toMatchObject({ session, turn: "idle" });
  });

  it("is what its thread's rollout says", async () => {
    holdLock();
    put(`${abortedRollout.split("\n").slice(0, 3).join("\n")}\n`);
    expect(await read()).toMatchObject({ session, turn: "active" });
  });

  it("says nothing where the rollout is there and cannot be read", async () => {
    holdLock();
    put("rubbish");
    expect(await read()).toBeUndefined();
  });
});
