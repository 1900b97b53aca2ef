import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { TranscriptWindow } from "../contract/hook-translator.js";

const headSize = 64 * 1024;
const tailSize = 8 * 1024 * 1024;

/** A hook may not keep an agent waiting for a slow disk: what is not read by then is unknown. */
const timeLimit = 100;

/** Small enough that the time is looked at often, large enough to cost nothing. */
const chunkSize = 512 * 1024;

/** The bytes from `position` on, `length` of them or fewer; undefined when the time is up. */
function readBytes(
  file: number,
  position: number,
  length: number,
  now: () => number,
  deadline: number,
): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(length);
  let count = 0;
  while (count < length) {
    if (now() > deadline) return undefined;
    const read = readSync(file, bytes, count, Math.min(chunkSize, length - count), position + count);
    if (read === 0) break;
    count += read;
  }
  return bytes.subarray(0, count);
}

/**
 * First 64 KiB and last 8 MiB of the file that a payload names, cut at line ends where there is more.
 * Undefined for what is no absolute path, no regular file, cannot be read, or takes longer than 100 ms.
 * `now` (milliseconds) is for tests.
 */
export function readTranscriptWindow(
  path: unknown,
  now: () => number = Date.now,
): TranscriptWindow | undefined {
  if (typeof path !== "string" || !isAbsolute(path)) return undefined;
  const deadline = now() + timeLimit;
  let file: number | undefined;
  try {
    // Without O_NONBLOCK a pipe that nobody writes into would hold us for ever.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    if (!stats.isFile()) return undefined;
    const complete = stats.size <= headSize + tailSize;
    const head = readBytes(file, 0, complete ? stats.size : headSize, now, deadline)?.toString("utf8");
    if (head === undefined) return undefined;
    if (complete) return { path, head, tail: "", complete };
    const tail = readBytes(file, stats.size - tailSize, tailSize, now, deadline)?.toString("utf8");
    if (tail === undefined) return undefined;
    return {
      path,
      head: head.slice(0, head.lastIndexOf("\n") + 1),
      tail: tail.slice(tail.indexOf("\n") + 1),
      complete,
    };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
