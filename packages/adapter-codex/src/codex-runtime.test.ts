import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  askTuiOrigins,
  controlSocketOf,
  runtimeBudget,
  tuiOriginOf,
  withAppServer,
} from "./codex-app-server.js";
import { type FakeAppServer, type FakeRequest, fakeAppServer, frame } from "./codex-fake-app-server.js";
import { readThreads, threadStateOf } from "./codex-runtime.js";

const recorded = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../fixtures/codex/0.171.0/control/${name}.json`, import.meta.url), "utf8"),
  );
const root = "01a22e96-58d5-77d3-95cf-cdc986a22e11";

let home: string;
let server: FakeAppServer | undefined;
let plain: Server | undefined;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hexokit-codex-"));
});
afterEach(async () => {
  await server?.close();
  plain?.close();
  server = undefined;
  plain = undefined;
  rmSync(home, { recursive: true, force: true });
});

const thread = (id: string, status: unknown, path = `/x/${id}.jsonl`) => ({ thread: { id, path, status } });
const idle = (one: FakeRequest) =>
  one.send({ id: one.id, result: thread(String(one.params.threadId), { type: "idle" }) });

/** What was read, and that it took no more than the budget (and what a busy machine adds). */
async function read(ids: readonly string[] = [root], budget = runtimeBudget) {
  const start = performance.now();
  const states = await readThreads([home], ids, budget);
  expect(performance.now() - start).toBeLessThan(budget + 500);
  return [...states.keys()];
}

describe("threadStateOf", () => {
  it.each([
    ["waitingOnApproval", { turn: "active", flags: ["waitingOnApproval"] }],
    ["slow-waiting", { turn: "active", flags: ["waitingOnApproval"] }],
    ["plan-question-pending", { turn: "active", flags: ["waitingOnUserInput"] }],
    ["slow-running", { turn: "active", flags: [] }],
    ["slow-tool-running", { turn: "active", flags: [] }],
    ["after-approve", { turn: "idle", flags: [] }],
    ["after-esc-deny", { turn: "idle", flags: [] }],
    ["after-interrupt", { turn: "idle", flags: [] }],
    ["async-pending", { turn: "idle", flags: [] }],
    ["slow-done", { turn: "idle", flags: [] }],
  ])("reads the recorded answer %s", (name, state) => {
    const { result } = recorded(name);
    expect(threadStateOf(result, result.thread.id)).toMatchObject(state);
    expect(threadStateOf(result, "another")).toBeUndefined();
  });

  it("knows the child's own wait, which the root's flags do not show", () => {
    const state = (id: string) => threadStateOf(recorded(`childescal-${id}`).result, id)?.flags;
    expect(state("01a22ea2-9a35-7c13-af43-d333a2ae851a")).toEqual([]);
    expect(state("01a22ea2-9edf-74f0-960e-eb8d074d21db")).toEqual(["waitingOnApproval"]);
  });

  it.each([
    { type: "notLoaded" },
    { type: "systemError" },
    { type: "active" },
    { type: "active", activeFlags: null },
    { type: "active", activeFlags: ["waitingOnSomethingNew"] },
    { type: "idle", activeFlags: ["waitingOnApproval"] },
    { type: "dreaming", activeFlags: [] },
    "idle",
    undefined,
  ])("knows nothing by the status %j", (status) => {
    expect(threadStateOf(thread(root, status), root)).toBeUndefined();
  });
});

describe("tuiOriginOf", () => {
  it("is the port of the TUI's own server, and of no other", () => {
    const { response } = recorded("mcp-server-status");
    expect(tuiOriginOf(response.result)).toBe(45_915);
    expect(tuiOriginOf(recorded("mcp-server-status-not-loaded"))).toBeUndefined();
    for (const httpOrigin of ["http://10.0.0.1:80", "http://127.0.0.1:0", "http://127.0.0.1:99999", 7, null])
      expect(tuiOriginOf({ data: [{ name: "codex_tui", httpOrigin }] })).toBeUndefined();
    expect(tuiOriginOf({ data: [{ name: "mine", httpOrigin: "http://127.0.0.1:80" }] })).toBeUndefined();
    expect(tuiOriginOf({ data: [{ name: "codex_tui" }] })).toBeUndefined();
    expect(tuiOriginOf({ data: [] })).toBe("none");
    for (const result of [undefined, null, {}, { data: {} }]) expect(tuiOriginOf(result)).toBeUndefined();
  });
});

describe("an app-server", () => {
  it("is asked once for each thread, over one connection, for no more than 32", async () => {
    server = await fakeAppServer(home, idle);
    const ids = Array.from({ length: 40 }, (_, index) => `id-${index}`);
    expect(await read([...ids, ...ids])).toEqual(ids.slice(0, 32));
    expect(server.connections()).toBe(1);
    expect(server.requests.map(({ method }) => method)).toEqual([
      "initialize",
      ...Array.from({ length: 32 }, () => "thread/read"),
    ]);
  });

  it("is asked for a TUI without waking it", async () => {
    const { response } = recorded("mcp-server-status");
    server = await fakeAppServer(home, (one) => one.send({ id: one.id, result: response.result }, 3));
    const asked = await withAppServer([home], runtimeBudget, (to) => askTuiOrigins(to, [root]));
    expect([...(asked ?? [])]).toEqual([[root, 45_915]]);
    expect(server.requests[1]).toMatchObject({
      method: "mcpServerStatus/list",
      params: { threadId: root, serverName: "codex_tui", detail: "toolsAndAuthOnly" },
    });
  });

  it("answers for what it knows; an error for one thread costs only that", async () => {
    server = await fakeAppServer(home, (one) =>
      one.params.threadId === "lost" ? one.send({ id: one.id, error: { code: -32_600 } }) : idle(one),
    );
    expect(await read(["lost", root])).toEqual([root]);
  });

  it("may be greeted by another name of its directory, but not be another's", async () => {
    server = await fakeAppServer(home, idle, (one) =>
      one.send({ id: one.id, result: { codexHome: "/real/codex" } }),
    );
    expect([...(await readThreads([home, "/real/codex"], [root])).keys()]).toEqual([root]);
    expect(await read()).toEqual([]);
  });

  it("that is not there, or left a link behind, is none", async () => {
    expect(await read()).toEqual([]);
    const link = controlSocketOf(home);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(home, "nowhere"), link);
    expect(await read()).toEqual([]);
    writeFileSync(join(home, "nowhere"), "a file");
    expect(await read()).toEqual([]);
  });

  it("of another user is not spoken to", async () => {
    server = await fakeAppServer(home, idle);
    const own = process.getuid;
    process.getuid = () => 4_000_000;
    try {
      expect(await read()).toEqual([]);
    } finally {
      if (own !== undefined) process.getuid = own;
    }
    expect(server.connections()).toBe(0);
  });

  it.each([
    ["that never answers the greeting", () => {}, (_: FakeRequest) => {}],
    ["that never answers a question", () => {}, undefined],
    [
      "that speaks of other calls",
      (one: FakeRequest) => one.send({ id: one.id + 100, result: thread(root, { type: "idle" }) }),
      undefined,
    ],
  ])("%s costs the budget and no more", async (_, answer, greet) => {
    server = await fakeAppServer(home, answer, greet);
    expect(await read([root], 120)).toEqual([]);
  });

  it.each<readonly [string, (one: FakeRequest) => void]>([
    ["another thread's status", (one) => one.send({ id: one.id, result: thread("other", { type: "idle" }) })],
    ["garbage", (one) => one.raw(Buffer.from("garbage, and more of it ".repeat(20)))],
    ["a text that is no JSON", (one) => one.raw(frame(1, Buffer.from("{")))],
    ["a message of 3 MiB", (one) => one.raw(frame(1, Buffer.alloc(3 * 1024 * 1024, 32)))],
    [
      "3 MiB in parts",
      (one) => {
        for (let part = 0; part < 4; part += 1)
          one.raw(frame(part === 0 ? 1 : 0, Buffer.alloc(768 * 1024, 32), false));
      },
    ],
    [
      "1,000 notifications before the answer",
      (one) => {
        for (let count = 0; count < 1000; count += 1) one.send({ method: "thread/name/updated", params: {} });
        idle(one);
      },
    ],
    [
      "a length that is announced and never comes",
      (one) => one.raw(Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 16, 0, 0])),
    ],
    ["a masked frame", (one) => one.raw(Buffer.from([0x81, 0x82, 1, 2, 3, 4, 5, 6]))],
    ["an end", (one) => one.raw(frame(8, Buffer.alloc(0)))],
  ])("that answers %s says nothing", async (_, answer) => {
    server = await fakeAppServer(home, answer);
    expect(await read([root], 200)).toEqual([]);
  });

  it("may send some notifications and pings between, and cut its answers as it likes", async () => {
    server = await fakeAppServer(home, (one) => {
      for (let count = 0; count < 20; count += 1) one.send({ method: "thread/name/updated", params: {} });
      one.raw(frame(9, Buffer.from("ping")));
      one.raw(frame(10, Buffer.alloc(0)));
      one.send({ id: one.id, result: thread(root, { type: "idle" }, "/x".repeat(40_000)) }, 5);
    });
    expect(await read()).toEqual([root]);
  });

  it.each([
    ["is no web server", (greeting: string) => `${greeting}?\n`],
    ["refuses", () => "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"],
    [
      "takes any key",
      () => "HTTP/1.1 101 x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-accept: x\r\n\r\n",
    ],
    ["hangs up", () => undefined],
  ])("that %s is none", async (_, answer) => {
    const link = controlSocketOf(home);
    mkdirSync(dirname(link), { recursive: true });
    plain = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (chunk) => {
        const text = answer(chunk.toString());
        if (text === undefined) socket.destroy();
        else socket.write(text);
      });
    });
    await new Promise<void>((resolve) => plain?.listen(link, resolve));
    expect(await read([root], 200)).toEqual([]);
  });
});
