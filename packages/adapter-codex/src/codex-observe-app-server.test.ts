import { rmSync } from "node:fs";
import { join } from "node:path";
import { requestOwner, toolOwner } from "@hexokit/core/hook";
import { afterEach, describe, expect, it } from "vitest";
import { type FakeAppServer, fakeAppServer } from "./codex-fake-app-server.js";
import {
  abortedRollout,
  agent,
  recordedRollout,
  rolloutName,
  sampleHome,
  session,
} from "./codex-sample-home.js";
import { codexAdapter } from "./index.js";

const { host, inHome, put } = sampleHome();

describe("Codex's app-server", () => {
  const child = "01a22e9a-a88e-79d0-a054-4c873ebee617";
  const permission = { owner: toolOwner(undefined, "Bash", {}), reason: "permission" } as const;
  const ofChild = { owner: toolOwner(child, "Bash", {}), reason: "permission" } as const;
  const question = { owner: requestOwner(undefined, "q"), reason: "question" } as const;
  const started = `${abortedRollout.split("\n").slice(0, 3).join("\n")}\n`;
  const childPath = () => inHome(`.codex/sessions/2026/11/30/rollout-2026-11-30T22-36-57-${child}.jsonl`);

  let server: FakeAppServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  /** What is said of a turn that runs, while the app-server gives these flags, of these paths. */
  async function observeWith(
    asks: readonly { readonly owner: string; readonly reason: "permission" | "question" }[],
    threads: Readonly<Record<string, { readonly status: unknown; readonly path: string }>>,
    text = started,
  ) {
    put(text);
    server = await fakeAppServer(inHome(".codex"), ({ id, params, send }) => {
      const thread = threads[String(params.threadId)];
      send(
        thread === undefined
          ? { id, error: {} }
          : { id, result: { thread: { id: params.threadId, ...thread } } },
      );
    });
    const [observation] =
      (await codexAdapter.observe?.([{ target: "t", agent, session, asks }], host())) ?? [];
    return observation;
  }
  const path = () => inHome(".codex", rolloutName);
  const active = (...activeFlags: string[]) => ({ type: "active", activeFlags });

  it("tells that an approval was given before its command ends, at an unknown time", async () => {
    const said = await observeWith([permission], { [session]: { status: active(), path: path() } });
    expect(said).toMatchObject({ turn: "active", asks: [] });
    expect(said?.at).toBeUndefined();
  });

  it("tells nothing new while the approval is open", async () => {
    const said = await observeWith([permission], {
      [session]: { status: active("waitingOnApproval"), path: path() },
    });
    expect(said).toMatchObject({ turn: "active" });
    expect(said?.asks).toBeUndefined();
  });

  it("is asked for the child that owns the ask: the root's flags say nothing of it", async () => {
    const threads = {
      [session]: { status: active(), path: path() },
      [child]: { status: active("waitingOnApproval"), path: childPath() },
    };
    expect((await observeWith([ofChild], threads))?.asks).toBeUndefined();
    expect(server?.requests.map(({ params }) => params.threadId)).toEqual([undefined, child]);
  });

  it("settles each ask by its own thread", async () => {
    const threads = {
      [session]: { status: active("waitingOnApproval"), path: path() },
      [child]: { status: active(), path: childPath() },
    };
    expect((await observeWith([permission, ofChild], threads))?.asks).toEqual([{ reason: "permission" }]);
  });

  it("is not asked without an open permission", async () => {
    await observeWith([question], {});
    expect(server?.connections()).toBe(0);
  });

  it("is not believed with another transcript, or where the record does not prove that no question remains", async () => {
    const elsewhere = { [session]: { status: active(), path: inHome("else.jsonl") } };
    expect((await observeWith([permission], elsewhere))?.asks).toBeUndefined();
    await server?.close();
    rmSync(inHome(".codex"), { recursive: true });
    const own = { [session]: { status: active(), path: path() } };
    expect((await observeWith([permission], own, `${started}{"cut`))?.asks).toBeUndefined();
    expect(server?.connections()).toBe(0);
  });

  it("is not needed for a child that was interrupted at its approval, which no hook tells", async () => {
    const id = "01a22f99-2f59-7922-853c-1c7c396413fa";
    const root = "01a22f98-f4d6-7070-b8b7-51e47e46cf31";
    const folder = inHome(".codex/sessions/2026/12/01");
    const childRollout = recordedRollout("child.approval-escaped");
    const rootRollout = recordedRollout("root.manual-compaction-and-interrupted-child");
    const running = `${rootRollout.trimEnd().split("\n").slice(0, -2).join("\n")}\n`;
    put(running, join(folder, `rollout-2026-12-01T03-14-43-${root}.jsonl`));
    const path = put(childRollout, join(folder, `rollout-2026-12-01T03-14-58-${id}.jsonl`));
    const asks = [{ owner: toolOwner(id, "Bash", {}), reason: "permission" }] as const;
    const target = { target: "t", agent, session: root, asks, children: [id] };
    expect(await codexAdapter.observe?.([target], host())).toMatchObject([
      { turn: "active", asks: [], childrenEnded: [id] },
    ]);
    put(`${childRollout.trimEnd().split("\n").slice(0, -1).join("\n")}\n`, path);
    const [open] = (await codexAdapter.observe?.([target], host())) ?? [];
    expect([open?.turn, open?.asks, open?.childrenEnded]).toEqual(["active", undefined, undefined]);
    put(childRollout.replaceAll(root, session), path);
    expect((await codexAdapter.observe?.([target], host()))?.[0]?.childrenEnded).toBeUndefined();
  });

  it("does not clear a question: that the record does", async () => {
    const pending = recordedRollout("root.async-questions-two-unanswered-at-task-complete");
    const idle = { [session]: { status: { type: "idle" }, path: path() } };
    expect((await observeWith([permission, question], idle, pending))?.asks).toHaveLength(2);
    await server?.close();
    rmSync(inHome(".codex"), { recursive: true });
    expect((await observeWith([question], idle))?.asks).toEqual([]);
  });

  it("that hangs leaves the permission open", async () => {
    put(started);
    server = await fakeAppServer(inHome(".codex"), () => {});
    const [observation] =
      (await codexAdapter.observe?.([{ target: "t", agent, session, asks: [permission] }], host())) ?? [];
    expect(observation).toMatchObject({ turn: "active" });
    expect(observation?.asks).toBeUndefined();
  });
});
