import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { endProcessesOf } from "./processes.js";

/** A temporary home and the short environment that goes with it. Nothing of the user's is reachable by name. */
export interface Sandbox {
  /** Everything lies below it; short, because sockets have short paths. */
  readonly root: string;
  readonly home: string;
  /** The folder that agents work in: a git repository is not needed. */
  readonly project: string;
  /** First on PATH: programs that the sandbox adds. */
  readonly programs: string;
  /** The whole environment of what runs inside, for `env -i`. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface SandboxOptions {
  /** Folders put on PATH before the system's. */
  readonly path?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Makes a sandbox. Give it back with {@link removeSandbox}. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hexokit-lab-")));
  const home = join(root, "home/user");
  const project = join(home, "project");
  const programs = join(root, "bin");
  for (const folder of [project, programs, join(root, "tmp")]) mkdirSync(folder, { recursive: true });
  const system = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"];
  const path = [programs, ...(options.path ?? []), dirname(process.execPath), ...system];
  return {
    root,
    home,
    project,
    programs,
    environment: {
      PATH: path.join(delimiter),
      HOME: home,
      USER: "user",
      SHELL: "/bin/bash",
      LANG: "C.UTF-8",
      TERM: "screen-256color",
      TMPDIR: join(root, "tmp"),
      TMUX_TMPDIR: root,
      ...options.environment,
    },
  };
}

/** Puts a small shell program on the sandbox's PATH. */
export function addProgram(sandbox: Sandbox, name: string, script: string): string {
  const path = join(sandbox.programs, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

/** Ends every process that has this sandbox's home, then removes the files. */
export async function removeSandbox(sandbox: Sandbox): Promise<void> {
  await endProcessesOf(sandbox.home);
  rmSync(sandbox.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Replaces what is particular to a sandbox: the same text comes out of every run. */
export function scrub(sandbox: Sandbox, text: string): string {
  const folderName = sandbox.root.replace(/[^A-Za-z0-9]/g, "-");
  return text.replaceAll(sandbox.root, "").replaceAll(folderName, "");
}
