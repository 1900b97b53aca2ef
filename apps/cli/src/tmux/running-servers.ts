import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type HostEnvironment, runTmux, servedSockets, tmuxSockets } from "@hexokit/core";

/** What became of one running server that loads the file we changed. */
export interface ServerUpdate {
  readonly socket: string;
  readonly status: "updated" | "failed" | "not-answering";
  /** What tmux said. */
  readonly message: string | null;
}

/** Our lines ask a shell three times how keys are bound; a server that does not answer is left after this (ms). */
const sourceTimeout = 5000;

/**
 * Runs lines in every running server that belongs to the changed files: one that loaded such a file, or that was
 * started in this home without any configuration of the user's (the file may be new). Only our lines are
 * run, since a whole tmux.conf is not always made to be loaded twice. Side by side, each bounded in time.
 */
export async function updateServers(
  host: HostEnvironment,
  paths: readonly string[],
  lines: readonly string[],
): Promise<readonly ServerUpdate[]> {
  const folder = mkdtempSync(join(tmpdir(), "hexokit-tmux-"));
  const file = join(folder, "lines.conf");
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  try {
    const sockets = await servedSockets(tmuxSockets(host.environment));
    const updates = [...sockets].map((socket) => updateServer(socket, host, paths, file));
    return (await Promise.all(updates)).filter((update) => update !== undefined);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function updateServer(
  socket: string,
  host: HostEnvironment,
  paths: readonly string[],
  file: string,
): Promise<ServerUpdate | undefined> {
  const asked = await runTmux({ socket }, ["display-message", "-p", "#{pid}\t#{HOME}\t#{config_files}"]);
  if (asked.timedOut) return { socket, status: "not-answering", message: null };
  const [pid, home = "", loaded = ""] = asked.output.trimEnd().split("\t");
  // Nobody serves the socket, or it is another user's.
  if (!asked.ok || pid === undefined || pid === "") return undefined;
  if (!loadsOne(loaded === "" ? [] : loaded.split(","), home, host, paths)) return undefined;
  const sourced = await runTmux({ socket, serverPid: Number(pid) }, ["source-file", file], sourceTimeout);
  if (sourced.timedOut) return { socket, status: "not-answering", message: null };
  const message = `${sourced.error}${sourced.output}`.trim();
  return sourced.ok && message === ""
    ? { socket, status: "updated", message: null }
    : { socket, status: "failed", message };
}

function loadsOne(
  loaded: readonly string[],
  home: string,
  host: HostEnvironment,
  paths: readonly string[],
): boolean {
  const ours = new Set(paths.flatMap((path) => [path, host.realPath(path)]));
  if (loaded.some((path) => ours.has(path) || ours.has(host.realPath(path)))) return true;
  // `-f` names other files than those of the system; `/etc/tmux.conf` is everybody's.
  const isPlain = loaded.every((path) => basename(path) === "tmux.conf" && !path.startsWith(`${host.home}/`));
  return isPlain && host.realPath(home) === host.realPath(host.home);
}
