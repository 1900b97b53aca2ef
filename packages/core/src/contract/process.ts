/**
 * One process as the kernel shows it. Recognisers decide on `executable` and `arguments` only:
 * `name` (comm) is what the process calls itself (Copilot is `MainThread`) and proves nothing.
 */
export interface ProcessInfo {
  readonly pid: number;
  readonly parentPid: number;
  /** The kernel's session (`setsid`) that it stands in; undefined where only `ps` is there. */
  readonly sessionId: number | undefined;
  /**
   * When the kernel started it: ticks since boot on Linux (field 22 of `/proc/<pid>/stat`),
   * whole epoch seconds where only `ps` is there. Compared for equality; ordered only within one machine.
   */
  readonly startTime: number;
  readonly name: string;
  /** Real path of the program, without the kernel's ` (deleted)` mark; undefined when it cannot be read. */
  readonly executable: string | undefined;
  /** The argument vector, `arguments[0]` included. */
  readonly arguments: readonly string[];
  /**
   * Real path of the script that Node runs: `/usr/bin/x` is mostly a link into the package `x`. Absent for other
   * programs and where there is no such file.
   */
  readonly script?: string | undefined;
}

/** What a recogniser makes of a process: the agent a person talks to, or a daemon that serves several. */
export type ProcessRole = "agent" | "daemon";
