import { read } from "node:fs";

/** A tool's answer can be large; beyond this the event is dropped rather than the machine filled. */
const payloadLimit = 16 * 1024 * 1024;

/** Every harness closes our input right after the payload (Claude 2.1.332: within 0.1 ms). */
const payloadTimeout = 600;

/** A socket that is not ready is asked again after this many ms. */
const retryInterval = 2;

const standardInput = 0;

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

export interface PayloadReading {
  /** Parsed JSON; undefined for anything else. */
  readonly payload: unknown;
  /** The input did not end in time: a read still blocks, and would keep `process.exit` from ending. */
  readonly blocked: boolean;
}

/**
 * Reads the hook's standard input to its end: straight from the descriptor, since `process.stdin` costs
 * 8 ms of the 40 that a hook takes. After {@link payloadTimeout} ms, or past the limit, what has come so far
 * is all there is. Never rejects.
 */
export async function readPayload(): Promise<PayloadReading> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isReading = true;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, payloadTimeout);
    const done = (): void => {
      isReading = false;
      clearTimeout(timer);
      resolve();
    };
    const readMore = (): void => {
      const chunk = Buffer.allocUnsafe(64 * 1024);
      read(standardInput, chunk, 0, chunk.length, null, (error, count) => {
        if (error?.code === "EAGAIN") setTimeout(readMore, retryInterval);
        else if (error !== null || count === 0 || size + count > payloadLimit) {
          size += count;
          done();
        } else {
          size += count;
          chunks.push(chunk.subarray(0, count));
          readMore();
        }
      });
    };
    readMore();
  });
  const payload = size > payloadLimit ? undefined : parseJson(Buffer.concat(chunks));
  return { payload, blocked: isReading };
}
