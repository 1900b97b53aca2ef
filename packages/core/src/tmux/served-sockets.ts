import { readFileSync } from "node:fs";
import { connect } from "node:net";

/** Of a unix socket that is listened on, in `/proc/net/unix` (`__SO_ACCEPTCON`). */
const listening = /^\S+ \S+ \S+ 00010000 \S+ \S+ +\S+ (\/.*)$/;

/** Sockets that somebody listens on, as far as the system tells: on Linux those of our network namespace. */
function listenedSockets(): ReadonlySet<string> {
  try {
    const lines = readFileSync("/proc/net/unix", "utf8").split("\n");
    return new Set(lines.flatMap((line) => listening.exec(line)?.[1] ?? []));
  } catch {
    return new Set();
  }
}

/** A server in another network namespace, or one that bound another name of the path, is told by connecting. */
async function answers(socket: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const client = connect(socket);
    client.once("connect", () => {
      client.destroy();
      resolve(true);
    });
    // Anything else than nobody is for tmux to say.
    client.once("error", ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== "ECONNREFUSED" && code !== "ENOENT"),
    );
  });
}

/**
 * Those of the sockets that are served. Servers leave their socket behind, and to ask each of some dozen dead
 * ones by a tmux client of its own takes longer than all the rest of a reading (4 ms each).
 */
export async function servedSockets(sockets: readonly string[]): Promise<ReadonlySet<string>> {
  const listened = listenedSockets();
  const served = await Promise.all(
    sockets.map(async (socket) => listened.has(socket) || (await answers(socket))),
  );
  return new Set(sockets.filter((_, index) => served[index]));
}
