import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "./model-server.js";
import { scriptPrompt } from "./script.js";

let server: ModelServer | undefined;

afterEach(async () => {
  await server?.stop();
});

const behaviour = {
  tools: { bash: (command: string) => [{ tool: "Bash", input: { command } }] },
  routes: {
    "/own": (body: unknown, response: ServerResponse) => {
      response.end(JSON.stringify({ got: body }));
    },
  },
};

function ask(url: string, step: string, signal?: AbortSignal): Promise<Response> {
  const body = {
    model: "any",
    max_tokens: 10,
    stream: true,
    tools: [{ name: "Bash", input_schema: { type: "object" } }],
    messages: [{ role: "user", content: scriptPrompt(step) }],
  };
  const headers = { "content-type": "application/json" };
  const post = { method: "POST", headers, body: JSON.stringify(body) };
  return fetch(`${url}/v1/messages`, signal === undefined ? post : { ...post, signal });
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("not within 5 s");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("startModelServer", () => {
  it("answers with the tool call that the script asks for, and logs it", async () => {
    server = await startModelServer(behaviour);
    const text = await (await ask(server.url, "bash: ls")).text();
    expect(text).toContain('"name":"Bash"');
    expect(text).toContain('\\"command\\":\\"ls\\"');
    expect(server.log.find("request", /^bash: ls$/, 0)).toBeDefined();
    expect(server.log.find("end", /POST \/v1\/messages 200/, 0)).toBeDefined();
  });

  it("fails with the status that the script asks for", async () => {
    server = await startModelServer(behaviour);
    expect((await ask(server.url, "error: 529")).status).toBe(529);
  });

  it("gives a harness's own route the body, also a compressed one", async () => {
    server = await startModelServer(behaviour);
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    const post = { method: "POST", headers, body: gzipSync('{"a":1}') };
    expect(await (await fetch(`${server.url}/own`, post)).json()).toEqual({ got: { a: 1 } });
  });

  it("logs that a client hung up, and stops while a stream is open", async () => {
    server = await startModelServer(behaviour);
    const { log } = server;
    const hangUp = new AbortController();
    const [left, open] = await Promise.all([
      ask(server.url, "slow: 60", hangUp.signal),
      ask(server.url, "slow: 60"),
    ]);
    expect(open.status).toBe(200);
    hangUp.abort();
    await expect(left.text()).rejects.toThrow();
    await until(() => log.find("abort", /messages/, 0) !== undefined);
    const begin = Date.now();
    await server.stop();
    expect(Date.now() - begin).toBeLessThan(1500);
    await open.body?.cancel();
  });
});
