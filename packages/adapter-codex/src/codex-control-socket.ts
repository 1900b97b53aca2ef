import { statSync } from "node:fs";
import type { ClientRequest } from "node:http";
import type { Duplex } from "node:stream";
import { fieldsOf, type JsonFields, parseJson } from "@hexokit/core/hook";

/** A thread is about a kilobyte; a longer message is none that we asked for. */
const messageLimit = 2 * 1024 * 1024;

/** Answers and whatever comes between them. */
const messageCountLimit = 64;

/** Constant of the WebSocket protocol (RFC 6455). */
const acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

const opcode = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;

/** One connection to an app-server. Every call answers undefined instead of failing. */
export interface ControlConnection {
  /** The `result` of a call; undefined for an error, a closed connection or the end of the time. */
  call(method: string, params: JsonFields): Promise<unknown>;
  notify(method: string): void;
  close(): void;
}

/** A socket of this user's, through however many links. */
function isOwnSocket(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isSocket() && stats.uid === process.getuid?.();
  } catch {
    return false;
  }
}

function frameOf(code: number, payload: Buffer): Buffer {
  const { length } = payload;
  const size = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const header = Buffer.alloc(2 + size);
  header[0] = 0x80 | code;
  header[1] = 0x80 | (size === 0 ? length : size === 2 ? 126 : 127);
  if (size === 2) header.writeUInt16BE(length, 2);
  if (size === 8) header.writeBigUInt64BE(BigInt(length), 2);
  // A client must mask what it sends; between two programs of one user the mask hides nothing.
  const mask = Buffer.from([1, 2, 3, 4].map(() => Math.floor(Math.random() * 256)));
  const masked = payload.map((byte, index) => byte ^ (mask[index & 3] ?? 0));
  return Buffer.concat([header, mask, masked]);
}

interface Frame {
  readonly isLast: boolean;
  readonly code: number;
  readonly payload: Buffer;
}

/** Cuts a stream into frames; what is too long or masked is an error. */
class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** The next whole frame; undefined while it has not come; `error` when it never can. */
  next(): Frame | "error" | undefined {
    if (this.#size < 2) return undefined;
    const start = this.#peek(Math.min(this.#size, 10));
    const short = (start[1] ?? 0) & 0x7f;
    const size = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (((start[1] ?? 0) & 0x80) !== 0) return "error";
    if (start.length < size) return undefined;
    const length = size === 2 ? short : size === 4 ? start.readUInt16BE(2) : Number(start.readBigUInt64BE(2));
    if (length > messageLimit) return "error";
    if (this.#size < size + length) return undefined;
    const all = this.#peek(this.#size);
    const payload = all.subarray(size, size + length);
    this.#chunks = [all.subarray(size + length)];
    this.#size -= size + length;
    return { isLast: ((start[0] ?? 0) & 0x80) !== 0, code: (start[0] ?? 0) & 0x0f, payload };
  }

  /** The first bytes that are there; joins chunks only when the first is too short. */
  #peek(length: number): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && first.length >= length)
      return length === this.#size ? first : first.subarray(0, length);
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined.subarray(0, length);
  }
}

class Connection implements ControlConnection {
  readonly #stream: Duplex;
  readonly #frames = new FrameReader();
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #parts: Buffer[] = [];
  #messages = 0;
  #nextId = 1;
  #isOpen = true;

  constructor(stream: Duplex, first: Buffer) {
    this.#stream = stream;
    stream.on("data", (chunk: Buffer) => this.#receive(chunk));
    for (const end of ["close", "end", "error"]) stream.on(end, () => this.close());
    this.#receive(first);
  }

  async call(method: string, params: JsonFields): Promise<unknown> {
    if (!this.#isOpen) return undefined;
    const id = this.#nextId;
    this.#nextId += 1;
    const result = new Promise<unknown>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ id, method, params });
    return await result;
  }

  notify(method: string): void {
    if (this.#isOpen) this.#send({ method });
  }

  close(): void {
    this.#isOpen = false;
    this.#stream.destroy();
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }

  #send(message: JsonFields): void {
    this.#stream.write(frameOf(opcode.text, Buffer.from(JSON.stringify(message))));
  }

  #receive(chunk: Buffer): void {
    this.#frames.add(chunk);
    while (this.#isOpen) {
      const frame = this.#frames.next();
      if (frame === undefined) return;
      if (frame === "error" || !this.#take(frame)) this.close();
    }
  }

  /** False where the connection is to end. */
  #take({ code, payload, isLast }: Frame): boolean {
    if (code === opcode.pong) return true;
    this.#messages += 1;
    if (this.#messages > messageCountLimit) return false;
    if (code === opcode.ping) {
      this.#stream.write(frameOf(opcode.pong, payload));
      return true;
    }
    if (code !== opcode.text && code !== opcode.continuation) return false;
    this.#parts.push(payload);
    if (this.#parts.reduce((sum, part) => sum + part.length, 0) > messageLimit) return false;
    if (!isLast) return true;
    const message = fieldsOf(parseJson(Buffer.concat(this.#parts).toString("utf8")));
    this.#parts = [];
    const resolve = typeof message.id === "number" ? this.#waiting.get(message.id) : undefined;
    if (resolve === undefined) return true;
    this.#waiting.delete(message.id as number);
    resolve(message.result);
    return true;
  }
}

/**
 * Connects to an app-server's control socket: a WebSocket over a Unix socket, without a login (0.164.0 and
 * 0.171.0). Starts nothing. Undefined where there is none of this user's, or none that answers as one within
 * `milliseconds`; after them the connection is closed, whatever is still waited for.
 */
export async function openControlSocket(
  path: string,
  milliseconds: number,
): Promise<ControlConnection | undefined> {
  if (!isOwnSocket(path)) return undefined;
  // Few hooks connect: they alone pay for loading these.
  const { createHash, randomBytes } = process.getBuiltinModule("node:crypto");
  const { request } = process.getBuiltinModule("node:http");
  const key = randomBytes(16).toString("base64");
  const accept = createHash("sha1").update(`${key}${acceptSuffix}`).digest("base64");
  return await new Promise((resolve) => {
    let connection: Connection | undefined;
    let client: ClientRequest | undefined;
    const give = (result: Connection | undefined): void => {
      if (result === undefined) client?.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => {
      connection?.close();
      give(undefined);
    }, milliseconds);
    // A reader that is done must not wait for our timer.
    timer.unref();
    client = request({
      socketPath: path,
      path: "/",
      headers: {
        Host: "localhost",
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key,
      },
    });
    client.on("error", () => give(undefined));
    client.on("response", (response) => {
      response.destroy();
      give(undefined);
    });
    client.on("upgrade", (response, stream, first) => {
      if (response.headers["sec-websocket-accept"] !== accept) {
        stream.destroy();
        give(undefined);
        return;
      }
      connection = new Connection(stream, first);
      give(connection);
    });
    client.end();
  });
}
