import type { ProcessInfo } from "../contract/process.js";

/** Reads the kernel's process table. One interface: `/proc` on Linux, one `ps` snapshot elsewhere. */
export interface ProcessSource {
  /** One process, or undefined when there is none or it is not readable. */
  read(pid: number): ProcessInfo | undefined;
  /** Every process by pid, as of now. */
  all(): ReadonlyMap<number, ProcessInfo>;
  /** One variable of another process's initial environment; undefined where it cannot be read. */
  environment(pid: number, name: string): string | undefined;
  /** The running boot: start times compare only within it. Empty when the system does not tell. */
  bootId(): string;
  /** Units of {@link ProcessInfo.startTime} per second. */
  readonly ticksPerSecond: number;
  /** Epoch milliseconds at which a start time lies, to about a second. */
  startedAt(startTime: number): number;
}
