import { appendFileSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import {
  abortedRollout,
  agent,
  recordedRollout,
  rolloutName,
  sampleHome,
  session,
} from "./codex-sample-home.js";
import { codexAdapter } from "./index.js";

const { find, host, inHome, observe, put } = sampleHome();

describe("Codex's rollout", () => {
  it("says when the turn began or ended, and of approvals nothing", async () => {
    const path = put(abortedRollout);
    expect(await observe()).toEqual({
      target: "t",
      source: `${path} says turn_aborted`,
      session,
      turn: "idle",
      at: Date.parse("2026-11-30T22:34:41.542Z"),
      writtenAt: Date.parse("2026-11-30T22:34:44.026Z"),
    });
    put(`${abortedRollout.split("\n").slice(0, 3).join("\n")}\n`);
    expect(await observe()).toMatchObject({ turn: "active" });
  });

  it("says which questions are open", async () => {
    put(recordedRollout("root.async-questions-two-unanswered-at-task-complete"));
    expect(await observe()).toMatchObject({
      turn: "idle",
      asks: [
        { reason: "question", text: "Which color?" },
        { reason: "question", text: "Which size?" },
      ],
    });
  });

  it("says nothing of a process whose session no hook has named", async () => {
    put(abortedRollout);
    expect(await codexAdapter.observe?.([{ target: "t", agent, session: undefined }], host())).toEqual([]);
  });

  it("is found by the agent's own environment, else the reader's, else the usual home", async () => {
    put(abortedRollout, inHome("other", rolloutName));
    expect(await observe()).toBeUndefined();
    expect(await observe(host({}, { CODEX_HOME: inHome("other") }))).toBeDefined();
    expect(await observe(host({ CODEX_HOME: inHome("other") }))).toBeDefined();
    expect(await find(host({}, { CODEX_HOME: inHome("other") }), 7)).toMatchObject({ kind: "file" });
    expect(await find(host({}, { CODEX_HOME: inHome("other") }))).toMatchObject({ kind: "unavailable" });
  });

  it("counts only as the session's own, and as a root's", async () => {
    put(abortedRollout.replaceAll(session, session.replace("01a22e96", "01a22e97")));
    expect(await observe()).toBeUndefined();
    const child = recordedRollout("child.thread_spawn");
    const id = "01a22e9a-a88e-79d0-a054-4c873ebee617";
    put(child, inHome(`.codex/sessions/2026/11/30/rollout-2026-11-30T22-36-57-${id}.jsonl`));
    expect(await observe(host(), id)).toBeUndefined();
  });

  it("says nothing where the record is cut, rubbish, or of another shape", async () => {
    for (const text of [abortedRollout.slice(0, -40), "", "\0\0", "{}\n", abortedRollout.slice(100)]) {
      put(text);
      expect(await observe(), text.slice(0, 40)).toBeUndefined();
    }
  });

  it("is read from its end, and further where the turn began earlier", async () => {
    const path = put(`${abortedRollout.split("\n").slice(0, 3).join("\n")}\n`);
    const filler = `${JSON.stringify({ type: "response_item", payload: { text: "x".repeat(1000) } })}\n`;
    appendFileSync(path, filler.repeat(2000));
    expect(await observe()).toMatchObject({ turn: "active" });
    appendFileSync(path, filler.repeat(7000));
    // Now the turn's beginning is further back than is ever read.
    expect(await observe()).toBeUndefined();
  });

  it("is read for no more than 32 sessions at once", async () => {
    put(abortedRollout);
    const batch = Array.from({ length: 40 }, (_, index) => ({ target: String(index), agent, session }));
    expect((await codexAdapter.observe?.(batch, host()))?.length).toBe(32);
  });
});

describe("Codex's transcript", () => {
  it("is the newest rollout of the session, on whatever day", async () => {
    const older = put(
      abortedRollout,
      inHome(".codex/sessions/2026/10/02", rolloutName.split("/").at(-1) ?? ""),
    );
    expect(await find()).toEqual({ kind: "file", path: older });
    const usual = put(abortedRollout);
    expect(await find()).toEqual({ kind: "file", path: usual });
    const newer = put(abortedRollout, usual.replace("T22-32-14", "T23-00-00"));
    expect(await find()).toEqual({ kind: "file", path: newer });
  });

  it("is found for ids that tell no time", async () => {
    const path = put(
      abortedRollout,
      inHome(".codex/sessions/2025/01/02/rollout-2025-01-02T00-00-00-abc.jsonl"),
    );
    expect(await find(host(), undefined, "abc")).toEqual({ kind: "file", path });
    expect(await find(host(), undefined, "bc")).toMatchObject({ kind: "unavailable" });
  });

  it("is unavailable, with the reason, when compressed, odd, absent, or outside", async () => {
    const why = async (of?: string) => {
      const found = await find(host(), undefined, of);
      return found?.kind === "unavailable" ? found.why : undefined;
    };
    expect(await why()).toContain("no rollout");
    expect(await why("../../x")).toContain("not one of Codex's");
    put("x", inHome(".codex", `${rolloutName}.zst`));
    expect(await why()).toContain("compressed");
    rmSync(inHome(".codex"), { recursive: true });
    const secret = put(abortedRollout, inHome("secret.jsonl"));
    mkdirSync(dirname(inHome(".codex", rolloutName)), { recursive: true });
    symlinkSync(secret, inHome(".codex", rolloutName));
    expect(await why()).toContain("leads out of");
    expect(await observe()).toBeUndefined();
    rmSync(inHome(".codex", rolloutName));
    mkdirSync(inHome(".codex", rolloutName));
    expect(await why()).toContain("cannot be read");
  });
});
