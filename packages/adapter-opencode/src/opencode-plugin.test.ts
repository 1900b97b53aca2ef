import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type PluginHooks, plugin } from "./opencode-plugin.js";

let folder: string;
const { argv } = process;
let count = 0;

/** A forwarder that keeps what it is given. */
const recording = `{ printf '%s %s %s ' "$1" "$2" "$hexokit_hook"; cat; echo; } >> "\${hexokit_hook%/*}/log"\n`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hexokit-opencode-"));
  forwarder(recording);
  vi.stubEnv("TMUX", "/tmp/x,1,0");
  process.argv = ["bun", "/$bunfs/root/src/cli/tui/worker.js"];
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
  process.argv = argv;
});

const forwarder = (text: string) => writeFileSync(join(folder, "rk-hook"), text);
const logged = () => {
  try {
    return readFileSync(join(folder, "log"), "utf8").trim().split("\n");
  } catch {
    return [];
  }
};
const event = (type: string, sessionID = "ses_a", more: object = {}) => {
  count += 1;
  return { event: { id: `evt_${count}`, type, properties: { sessionID, ...more } } };
};
const busy = (session?: string) => event("session.status", session, { status: { type: "busy" } });
const session = (get: unknown) => ({ client: { session: { get } } });
const rootSession = session(async ({ path: { id } }: { path: { id: string } }) => ({ data: { id } }));

describe("the plugin", () => {
  it("gives each event to the forwarder, as the commands of other harnesses do", async () => {
    const hooks = plugin(rootSession, folder);
    await hooks.event?.(busy());
    await hooks.event?.(event("session.idle"));
    await hooks.dispose?.();
    const path = join(folder, "rk-hook");
    expect(logged()).toEqual([
      `opencode session.status ${path} {"root":"ses_a","properties":{"sessionID":"ses_a","status":{"type":"busy"}}}`,
      `opencode session.idle ${path} {"root":"ses_a","properties":{"sessionID":"ses_a"}}`,
      `opencode dispose ${path} {"root":"ses_a","properties":{"sessionID":"ses_a"}}`,
    ]);
  });

  it("asks OpenCode for the parent of a session that it does not know", async () => {
    const parents: Record<string, string> = { ses_b: "ses_a" };
    const hooks = plugin(
      session(async ({ path: { id } }: { path: { id: string } }) => ({
        data: { id, parentID: parents[id] },
      })),
      folder,
    );
    await hooks.event?.(busy("ses_b"));
    await hooks.dispose?.();
    expect(logged()[0]).toContain('{"root":"ses_a","properties":{"sessionID":"ses_b"');
  });

  it.each([
    [
      "throws",
      session(() => {
        throw new Error("x");
      }),
    ],
    [
      "rejects",
      session(async () => {
        throw new Error("x");
      }),
    ],
    ["knows no such session", session(async () => ({ error: { name: "NotFoundError" } }))],
    ["answers of another one", session(async () => ({ data: { id: "ses_z" } }))],
    ["has no such call", { client: {} }],
    ["is nothing", undefined],
  ])("says nothing of a session when OpenCode %s", async (_, context) => {
    const hooks = plugin(context, folder);
    await hooks.event?.(busy());
    await hooks.dispose?.();
    expect(logged()).toEqual([]);
  });

  it("reports once when it is loaded twice", async () => {
    const [one, other] = [plugin(rootSession, folder), plugin(rootSession, folder)];
    const input = busy();
    for (const hooks of [one, other]) await hooks.event?.(input);
    for (const hooks of [one, other]) await hooks.dispose?.();
    expect(logged().map((line) => line.split(" ")[1])).toEqual(["session.status", "dispose"]);
  });

  it.each(["serve", "web", "acp", "attach", "export", "session", "models", "stats"])(
    "is silent in `opencode %s`",
    (command) => {
      process.argv = ["bun", "/$bunfs/root/src/index.js", "--print-logs", command];
      expect(plugin(rootSession, folder)).toEqual({});
    },
  );

  it("listens in `opencode run`, whatever the prompt says, and to no ask", async () => {
    process.argv = ["bun", "/$bunfs/root/src/index.js", "run", "serve", "it"];
    const hooks = plugin(rootSession, folder);
    await hooks.event?.(event("permission.asked", "ses_a", { id: "per_1" }));
    await hooks.event?.(busy());
    await hooks.dispose?.();
    expect(logged().map((line) => line.split(" ")[1])).toEqual(["session.status", "dispose"]);
  });

  it("is silent outside tmux", () => {
    vi.stubEnv("TMUX", "");
    expect(plugin(rootSession, folder)).toEqual({});
  });
});

describe("the plugin cannot hurt", () => {
  const hostile: readonly unknown[] = [
    undefined,
    null,
    7,
    "x",
    [],
    {},
    { event: null },
    {
      event: {
        get type() {
          throw new Error("x");
        },
      },
    },
    {
      event: {
        type: "session.idle",
        properties: new Proxy(
          {},
          {
            get() {
              throw new Error("x");
            },
          },
        ),
      },
    },
    {
      event: {
        type: "permission.asked",
        properties: { sessionID: "ses_a", id: 7n, patterns: 7, metadata: [] },
      },
    },
  ];

  it("by any event or context", async () => {
    for (const context of [rootSession, undefined, null, 7, "x"]) {
      const hooks: PluginHooks = plugin(context, folder);
      for (const input of hostile) await expect(hooks.event?.(input)).resolves.toBeUndefined();
      await expect(hooks.dispose?.()).resolves.toBeUndefined();
    }
  });

  it.each([
    ["is missing", () => rmSync(join(folder, "rk-hook"))],
    ["is broken", () => forwarder("if then ( 'x\n")],
    ["fails and is loud", () => forwarder("echo loud; exit 2\n")],
    ["reads nothing", () => forwarder("exit 0\n")],
    ["hangs", () => forwarder("sleep 60\n")],
  ])("by a forwarder that %s", async (_, put) => {
    put();
    const hooks = plugin(rootSession, folder);
    const began = Date.now();
    await hooks.event?.(busy());
    await hooks.event?.(
      event("question.asked", "ses_a", { id: "q", questions: [{ question: "x".repeat(500_000) }] }),
    );
    expect(Date.now() - began, "an event was waited for").toBeLessThan(500);
    await hooks.dispose?.();
    expect(Date.now() - began, "the exit was held up").toBeLessThan(3500);
  });
});
