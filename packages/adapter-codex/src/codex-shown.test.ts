import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AgentCandidate, listeningPorts, type ProcessInfo } from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeAppServer, fakeAppServer } from "./codex-fake-app-server.js";
import { locateCodex } from "./codex-shown.js";

const [asked, other] = ["01a22ea2-9a35-7c13-af43-d333a2ae851a", "01a22ea2-9edf-74f0-960e-eb8d074d21db"];

let home: string;
let listener: Server;
let server: FakeAppServer | undefined;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "hexokit-codex-"));
  listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await new Promise((resolve) => listener.close(resolve));
  rmSync(home, { recursive: true });
});

/** This test's own process listens as a TUI does; the other TUIs have numbers that no process has. */
const here = process.pid;
const away = 4_194_999;

function tui(pid: number, change: Partial<AgentCandidate> = {}, ...words: readonly string[]): AgentCandidate {
  const info: ProcessInfo = {
    pid,
    parentPid: 1,
    sessionId: 1,
    startTime: 1,
    name: "codex",
    executable: "/usr/bin/codex",
    arguments: ["codex", ...words],
  };
  return { process: info, title: "work", session: undefined, ...change };
}

function ownPort(): number {
  const address = listener.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** An app-server that knows which port loaded each thread; undefined is an error, 0 "no TUI". */
async function serve(origins: Readonly<Record<string, number | undefined>>): Promise<void> {
  server = await fakeAppServer(home, ({ id, method, params, send }) => {
    if (method === "thread/loaded/list") {
      send({ id, result: { data: Object.keys(origins), nextCursor: null } });
      return;
    }
    const port = origins[String(params.threadId)];
    const data = port === 0 ? [] : [{ name: "codex_tui", httpOrigin: `http://127.0.0.1:${port}` }];
    send(port === undefined ? { id, error: { code: -32_600 } } : { id, result: { data, nextCursor: null } });
  });
}

async function locate(
  candidates: readonly AgentCandidate[],
  homes: Readonly<Record<number, string>> = {},
  prompted = true,
) {
  const daemon = tui(here, {}, "app-server").process;
  const host = {
    realPath: (path: string) => path,
    processEnvironment: (pid: number, name: string) =>
      name === "CODEX_HOME" ? (homes[pid] ?? home) : undefined,
    listeningPorts,
  };
  const match = (await locateCodex({ sessions: [asked], prompted, daemon, candidates }, host)).get(asked);
  return match?.kind === "found" ? `${match.pid === here ? "here" : "away"} by ${match.by}` : match?.why;
}

describe("locateCodex", () => {
  it("finds the owner of the port that the app-server names", async () => {
    await serve({ [asked]: ownPort() });
    expect(await locate([tui(away), tui(here)])).toBe("here by origin");
    expect(server?.requests.map(({ method }) => method)).toEqual(["initialize", "mcpServerStatus/list"]);
  });

  it("leaves out TUIs of another Codex directory, `exec`, and those that run their threads themselves", async () => {
    await serve({ [asked]: ownPort() });
    const unknown = expect.stringContaining("no Codex TUI");
    expect(await locate([tui(here)], { [here]: home, [away]: "/other" })).toBe("here by origin");
    expect(await locate([tui(away)], { [away]: "/other" })).toEqual(unknown);
    for (const words of [["exec", "do it"], ["-m", "x", "e", "do it"], ["--no-daemon"]])
      expect(await locate([tui(here, {}, ...words)]), words.join()).toEqual(unknown);
  });

  it("takes the only TUI without a thread of its own where a person typed and the loader is gone", async () => {
    await serve({ [asked]: 9, [other]: ownPort() });
    expect(await locate([tui(here), tui(away)])).toBe("away by elimination");
    // Nobody need see it: a turn goes on when its TUI was closed (0.171.0, live: a fresh TUI was taken for it).
    expect(await locate([tui(here), tui(away)], {}, false)).toContain("is gone");
    expect(await locate([tui(here)])).toContain("another thread");
    await server?.close();
    rmSync(join(home, "app-server-control"), { recursive: true });
    await serve({ [asked]: 0, [other]: 9 });
    expect(await locate([tui(here), tui(away)])).toContain("several may show it");
  });

  it("rules nobody out where it does not know every loaded thread", async () => {
    await serve({ [asked]: 9, [other]: undefined });
    expect(await locate([tui(away)])).toContain("is gone");
  });

  it("finds nothing new without an app-server, and keeps what was seen", async () => {
    expect(await locate([tui(here), tui(away)])).toContain("does not say");
    expect(await locate([tui(here), tui(away, { session: asked })])).toBe("away by last-seen");
    expect(await locate([tui(here), tui(away, { title: `${asked.slice(0, 29)}... | work` })])).toBe(
      "away by title",
    );
  });
});
