import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { spawnAndWait } from "../tmux/spawn-and-wait.js";

const lsofTimeout = 200;

/** `/proc/net/tcp`: the socket's inode by port, of what listens on the loopback address. */
function listeners(table: string): ReadonlyMap<string, number> {
  const ports = new Map<string, number>();
  for (const line of table.split("\n")) {
    const [, address = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    if (state === "0A" && inode !== undefined && address.startsWith("0100007F:"))
      ports.set(`socket:[${inode}]`, Number.parseInt(address.slice(9), 16));
  }
  return ports;
}

function linksOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((name) => {
      try {
        return readlinkSync(`${folder}/${name}`);
      } catch {
        return "";
      }
    });
  } catch {
    return [];
  }
}

function fromProc(pids: readonly number[], seenBy: number): ReadonlyMap<number, readonly number[]> {
  const ports = listeners(readFileSync(`/proc/${seenBy}/net/tcp`, "latin1"));
  return new Map(
    pids.map((pid) => [
      pid,
      linksOf(pid)
        .map((link) => ports.get(link))
        .filter((port) => port !== undefined),
    ]),
  );
}

/** `lsof -F pn`: a line `p<pid>`, then lines `n127.0.0.1:<port>` of it. */
export function parseLsof(output: string): ReadonlyMap<number, readonly number[]> {
  const ports = new Map<number, number[]>();
  let pid = 0;
  for (const line of output.split("\n")) {
    if (line.startsWith("p")) pid = Number(line.slice(1));
    const port = /^n127\.0\.0\.1:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) ports.set(pid, [...(ports.get(pid) ?? []), Number(port)]);
  }
  return ports;
}

/**
 * The ports of 127.0.0.1 that processes of this user listen on, as `seenBy` sees the network. Never throws;
 * what cannot be read is left out.
 */
export function listeningPorts(
  pids: readonly number[],
  seenBy: number,
): ReadonlyMap<number, readonly number[]> {
  if (pids.length === 0) return new Map();
  try {
    if (process.platform === "linux") return fromProc(pids, seenBy);
    const options = ["-nP", "-a", "-p", pids.join(), "-iTCP", "-sTCP:LISTEN", "-Fpn"];
    return parseLsof(spawnAndWait("lsof", options, lsofTimeout).output);
  } catch {
    return new Map();
  }
}
