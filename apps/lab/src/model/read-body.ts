import type { IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";

/** The JSON body of a request; gzip is undone. @throws SyntaxError when it is not JSON */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const isCompressed = request.headers["content-encoding"] === "gzip";
  return JSON.parse((isCompressed ? gunzipSync(bytes) : bytes).toString("utf8"));
}
