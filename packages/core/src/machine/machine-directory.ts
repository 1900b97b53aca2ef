import { existsSync, lstatSync, mkdirSync, type Stats } from "node:fs";

/** Why the machine's directory is not used: then there is no memory, and `list` and `doctor` say so. */
export type DirectoryProblem = "cannot-create" | "not-a-directory" | "not-ours" | "open-to-others";

/**
 * Facts of this machine and boot: memory of the agent in each pane, sessions without a pane, the hook log,
 * where sessions of daemons were found, compiled code of the hook.
 * Never in the home (it may be on NFS), never at a place the environment names (hook, daemon and reader
 * would differ), like tmux's own directory.
 */
export interface MachineDirectory {
  readonly path: string;
  readonly panes: string;
  readonly unplaced: string;
  /** Where the panes of daemons' sessions were found. */
  readonly findings: string;
  /** What V8 compiled of the hook's files; made by who keeps it. */
  readonly code: string;
  readonly log: string;
}

export function machineDirectoryAt(path: string): MachineDirectory {
  return {
    path,
    panes: `${path}/panes`,
    unplaced: `${path}/unplaced`,
    findings: `${path}/findings`,
    code: `${path}/code`,
    log: `${path}/hook.log`,
  };
}

/** `/tmp/hexokit-<uid>`. */
export function machineDirectory(uid: number = process.getuid?.() ?? 0): MachineDirectory {
  return machineDirectoryAt(`/tmp/hexokit-${uid}`);
}

function problemOf(path: string, uid: number): DirectoryProblem | "missing" | undefined {
  let stats: Stats;
  try {
    stats = lstatSync(path);
  } catch {
    return "missing";
  }
  if (!stats.isDirectory()) return "not-a-directory";
  if (stats.uid !== uid) return "not-ours";
  return (stats.mode & 0o077) === 0 ? undefined : "open-to-others";
}

/** Undefined when the directory is there and only ours. */
export function checkMachineDirectory(directory: MachineDirectory): DirectoryProblem | "missing" | undefined {
  return problemOf(directory.path, process.getuid?.() ?? 0);
}

/** Makes the directory if it is missing; undefined when it may be trusted. */
export function openMachineDirectory(directory: MachineDirectory): DirectoryProblem | undefined {
  const uid = process.getuid?.() ?? 0;
  let problem = problemOf(directory.path, uid);
  if (problem === "missing") {
    try {
      mkdirSync(directory.path, { mode: 0o700 });
    } catch {
      // Another hook may have made it in the meantime; the second look decides.
    }
    problem = problemOf(directory.path, uid);
  }
  if (problem !== undefined) return problem === "missing" ? "cannot-create" : problem;
  const { panes, unplaced, findings } = directory;
  const folders = [panes, unplaced, findings];
  if (folders.every((path) => existsSync(path))) return undefined;
  try {
    for (const path of folders) mkdirSync(path, { mode: 0o700, recursive: true });
  } catch {
    return "cannot-create";
  }
  return undefined;
}
