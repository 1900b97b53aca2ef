import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { dirname, join } from "node:path";
import type { Duplex } from "node:stream";
import { controlSocketOf } from "./codex-app-server.js";

/** For tests: one request of a client, and how to answer it. */
export interface FakeRequest {
  readonly id: number;
  readonly method: string;
  readonly params: Record<string, unknown>;
  /** Sends one message, as one frame or in parts. */
  send(message: unknown, parts?: number): void;
  /** Sends bytes as they are. */
  raw(bytes: Buffer): void;
}

export interface FakeAppServer {
  readonly requests: readonly FakeRequest[];
  readonly connections: () => number;
  close(): Promise<void>;
}

export function frame(code: number, payload: Buffer, isLast = true): Buffer {
  const { length } = payload;
  const header = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  header[0] = (isLast ? 0x80 : 0) | code;
  header[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (header.length === 4) header.writeUInt16BE(length, 2);
  if (header.length === 10) header.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([header, payload]);
}

/** The text messages in what a client has sent so far (short ones, masked as they must be), and the rest. */
function unmask(bytes: Buffer): { texts: string[]; rest: Buffer } {
  const texts: string[] = [];
  let rest = bytes;
  for (;;) {
    const short = (rest[1] ?? 0) & 0x7f;
    const start = short === 126 ? 4 : 2;
    if (rest.length < start + 4) return { texts, rest };
    const length = short === 126 ? rest.readUInt16BE(2) : short;
    if (rest.length < start + 4 + length) return { texts, rest };
    const mask = rest.subarray(start, start + 4);
    const payload = rest
      .subarray(start + 4, start + 4 + length)
      .map((byte, at) => byte ^ (mask[at & 3] ?? 0));
    if (((rest[0] ?? 0) & 0x0f) === 1) texts.push(Buffer.from(payload).toString("utf8"));
    rest = rest.subarray(start + 4 + length);
  }
}

function serve(stream: Duplex, requests: FakeRequest[], answer: (request: FakeRequest) => void): void {
  let pending = Buffer.alloc(0);
  stream.on("error", () => {});
  stream.on("data", (chunk: Buffer) => {
    const { texts, rest } = unmask(Buffer.concat([pending, chunk]));
    pending = Buffer.from(rest);
    for (const text of texts) {
      const { id, method, params } = JSON.parse(text);
      if (id === undefined) continue;
      const raw = (bytes: Buffer): void => {
        if (!stream.destroyed) stream.write(bytes);
      };
      const send = (message: unknown, parts = 1): void => {
        const bytes = Buffer.from(JSON.stringify(message));
        const size = Math.ceil(bytes.length / parts);
        for (let part = 0; part < parts; part += 1)
          raw(frame(part === 0 ? 1 : 0, bytes.subarray(part * size, (part + 1) * size), part === parts - 1));
      };
      const request = { id, method, params, send, raw };
      requests.push(request);
      answer(request);
    }
  });
}

/**
 * An app-server on the control socket of a Codex directory, behind a link as the real one is. `answer` is
 * called for every request but `initialize`, which it answers itself unless `greet` does.
 */
export async function fakeAppServer(
  directory: string,
  answer: (request: FakeRequest) => void,
  greet?: (request: FakeRequest) => void,
): Promise<FakeAppServer> {
  const link = controlSocketOf(directory);
  const path = join(directory, "s");
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(path, link);
  const requests: FakeRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer();
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
  });
  server.on("upgrade", (request, stream) => {
    const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    stream.write(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    const greeting = (one: FakeRequest) => one.send({ id: one.id, result: { codexHome: directory } });
    serve(stream, requests, (one) => (one.method === "initialize" ? (greet ?? greeting)(one) : answer(one)));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    requests,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
