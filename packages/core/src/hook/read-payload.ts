/** A tool's answer can be large; beyond this the event is dropped rather than the machine filled. */
const payloadLimit = 16 * 1024 * 1024;

/** Every harness closes our input right after the payload (Claude 2.1.332: within 0.1 ms). */
const payloadTimeout = 600;

/** Parses JSON; undefined for anything else. */
export function parsePayload(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads the hook's standard input to its end. After {@link payloadTimeout} ms, or past the limit, what has
 * come so far is all there is. Never rejects.
 */
export async function readPayload(input: NodeJS.ReadableStream): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, payloadTimeout);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    input.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > payloadLimit) done();
    });
    input.on("end", done);
    input.on("error", done);
  });
  return size > payloadLimit ? undefined : parsePayload(Buffer.concat(chunks).toString("utf8"));
}
