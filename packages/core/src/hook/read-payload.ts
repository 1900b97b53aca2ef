import { read, readSync } from "node:fs";
import { sleep } from "../machine/file-lock.js";

/** A tool's answer can be large; beyond this the event is dropped rather than the machine filled. */
const payloadLimit = 16 * 1024 * 1024;

/** Every harness closes our input right after the payload (Claude 2.1.332: within 0.1 ms). */
const payloadTimeout = 600;

const retryInterval = 1;
const standardInput = 0;
const chunkSize = 64 * 1024;

export interface PayloadReading {
  /** Parsed JSON; undefined for anything else. */
  readonly payload: unknown;
  /** The input did not end in time: a read still blocks, and would keep `process.exit` from ending. */
  readonly blocked: boolean;
}

interface PipeModule {
  readonly Pipe: new (type: number) => { open(descriptor: number): number };
  readonly constants: { readonly SOCKET: number };
}

/**
 * Lets reads of standard input return at once. Node has no public way to (`process.stdin` costs 8 ms of the
 * 50 that a hook takes, a read in the thread pool 3); false where this one is not to be had.
 */
function makeNonBlocking(): boolean {
  try {
    const { Pipe, constants } = (process as unknown as { binding(name: string): PipeModule }).binding(
      "pipe_wrap",
    );
    return new Pipe(constants.SOCKET).open(standardInput) === 0;
  } catch {
    return false;
  }
}

class Payload {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  /** True when more is wanted. */
  add(chunk: Buffer): boolean {
    this.#size += chunk.length;
    if (this.#size > payloadLimit) return false;
    this.#chunks.push(chunk);
    return chunk.length > 0;
  }

  parse(): unknown {
    if (this.#size > payloadLimit) return undefined;
    try {
      return JSON.parse(Buffer.concat(this.#chunks).toString("utf8"));
    } catch {
      return undefined;
    }
  }
}

/** Reads until the end, the limit or the time-out. */
function readNow(payload: Payload): void {
  const deadline = Date.now() + payloadTimeout;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkSize);
    try {
      if (!payload.add(chunk.subarray(0, readSync(standardInput, chunk)))) return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || Date.now() > deadline) return;
      sleep(retryInterval);
    }
  }
}

/** The same by blocking reads beside the main thread; true when one still blocks. */
async function readBeside(payload: Payload): Promise<boolean> {
  return await new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), payloadTimeout);
    const done = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const next = (): void => {
      const chunk = Buffer.allocUnsafe(chunkSize);
      read(standardInput, chunk, 0, chunkSize, null, (error, count) => {
        if (error?.code === "EAGAIN") setTimeout(next, retryInterval);
        else if (error === null && payload.add(chunk.subarray(0, count))) next();
        else done();
      });
    };
    next();
  });
}

/**
 * Reads the hook's standard input to its end. After {@link payloadTimeout} ms, or past the limit, what has come
 * so far is all there is. Never rejects. `nonBlocking` is for tests.
 */
export async function readPayload(nonBlocking: () => boolean = makeNonBlocking): Promise<PayloadReading> {
  const payload = new Payload();
  if (nonBlocking()) {
    readNow(payload);
    return { payload: payload.parse(), blocked: false };
  }
  const blocked = await readBeside(payload);
  return { payload: payload.parse(), blocked };
}
