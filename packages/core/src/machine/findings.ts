import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isProviderId } from "../contract/provider.js";
import { isSessionReference } from "../pane-options/pane-options.js";
import type { MachineDirectory } from "./machine-directory.js";
import type { PaneKey } from "./memory-file.js";
import { removeFile } from "./remove-file.js";

/** A process, told apart from a later one with the same number. */
export interface ProcessKey {
  readonly pid: number;
  readonly startTime: number;
}

/** What was found the last time that somebody looked for the pane of a daemon's session. */
export type Finding =
  | {
      readonly kind: "found";
      readonly daemon: ProcessKey;
      /** The process that shows it, and its pane. */
      readonly agent: ProcessKey;
      readonly pane: PaneKey;
      readonly socket: string;
      readonly paneId: string | undefined;
      /** The evidence, in one word. */
      readonly by: string;
    }
  | {
      readonly kind: "none";
      readonly daemon: ProcessKey;
      /** Epoch milliseconds at which it was looked for. */
      readonly at: number;
      readonly why: string;
    };

const word = /^[a-z-]{1,32}$/;

function fileOf({ findings }: MachineDirectory, provider: string, session: string): string | undefined {
  return isProviderId(provider) && isSessionReference(session)
    ? `${findings}/${provider}:${session}`
    : undefined;
}

function format(finding: Finding): string {
  const { daemon } = finding;
  const head = `1 ${finding.kind} ${daemon.pid} ${daemon.startTime}`;
  if (finding.kind === "none") return `${head} ${finding.at} ${finding.why.replace(/\s+/g, " ")}`;
  const { agent, pane, socket, paneId = "-", by } = finding;
  const numbers = [agent.pid, agent.startTime, pane.serverPid, pane.serverStartTime];
  return [head, ...numbers, pane.panePid, pane.paneStartTime, paneId, word.test(by) ? by : "-", socket].join(
    " ",
  );
}

function parse(text: string): Finding | undefined {
  const [line = "", ending] = text.split("\n");
  const [version, kind, daemonPid, daemonStart, ...rest] = line.split(" ");
  // Without its line end it may be half of a path.
  if (version !== "1" || ending === undefined) return undefined;
  const daemon = { pid: Number(daemonPid), startTime: Number(daemonStart) };
  if (kind === "none") return { kind, daemon, at: Number(rest[0]), why: rest.slice(1).join(" ") };
  const [pid, startTime, serverPid, serverStartTime, panePid, paneStartTime] = rest.slice(0, 6).map(Number);
  const [paneId, by = "-", ...socket] = rest.slice(6);
  const numbers = [pid, startTime, serverPid, serverStartTime, panePid, paneStartTime];
  if (kind !== "found" || socket.length === 0 || !numbers.every(Number.isSafeInteger)) return undefined;
  return {
    kind,
    daemon,
    agent: { pid: pid as number, startTime: startTime as number },
    pane: { serverPid, serverStartTime, panePid, paneStartTime } as PaneKey,
    paneId: paneId === "-" ? undefined : paneId,
    by,
    socket: socket.join(" "),
  };
}

/** Keeps a finding in the place of the one before. */
export function storeFinding(
  directory: MachineDirectory,
  provider: string,
  session: string,
  finding: Finding,
): void {
  const file = fileOf(directory, provider, session);
  if (file === undefined) return;
  const next = `${directory.findings}/.next-${process.pid}`;
  writeFileSync(next, `${format(finding)}\n`, { mode: 0o600 });
  // Not over the old one: ext4 would write the file out at once.
  removeFile(file);
  renameSync(next, file);
}

/** The last finding about a session; undefined where there is none that can be read. */
export function readFinding(
  directory: MachineDirectory,
  provider: string,
  session: string,
): Finding | undefined {
  const file = fileOf(directory, provider, session);
  if (file === undefined) return undefined;
  try {
    return parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

export function removeFinding(directory: MachineDirectory, provider: string, session: string): void {
  const file = fileOf(directory, provider, session);
  if (file !== undefined) removeFile(file);
}

/** Removes findings about daemons that are gone; returns how many. */
export function pruneFindings(directory: MachineDirectory, isAlive: (key: ProcessKey) => boolean): number {
  let names: readonly string[];
  try {
    names = readdirSync(directory.findings);
  } catch {
    return 0;
  }
  let removed = 0;
  for (const name of names) {
    const colon = name.indexOf(":");
    const [provider, session] = [name.slice(0, colon), name.slice(colon + 1)];
    const finding = readFinding(directory, provider, session);
    // Of an agent that is gone the daemon's next event takes the values out of its pane.
    if (finding !== undefined && isAlive(finding.daemon)) continue;
    removeFile(`${directory.findings}/${name}`);
    removed += 1;
  }
  return removed;
}
