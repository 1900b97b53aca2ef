import type { LocateHost } from "./locate.js";
import type { ProcessInfo } from "./process.js";

/** Where a user's files are. Everything an adapter needs to name paths; it never reads the environment itself. */
export interface HostEnvironment {
  readonly platform: NodeJS.Platform;
  /** Absolute path of the user's home. */
  readonly home: string;
  /** Absolute path that project settings are looked up from. */
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Real path of a directory, or the path itself when it does not exist. */
  realPath(path: string): string;
}

/** Bounded, read-only access to files. Every method answers undefined instead of throwing. */
export interface ReadOnlyHost extends HostEnvironment {
  /** Whole text of a regular file of at most `limit` bytes (default 1 MiB). */
  readText(path: string, limit?: number): string | undefined;
  /** First `headBytes` and last `tailBytes` of a regular file, cut at line ends where the file is longer. */
  readWindow(
    path: string,
    headBytes: number,
    tailBytes: number,
  ): { head: string; tail: string; complete: boolean } | undefined;
  /** Names in a directory, unsorted; undefined when it cannot be listed. */
  list(path: string): readonly string[] | undefined;
}

/** How a program ended, and what it printed on both streams, at most 64 KiB. */
export interface ProgramResult {
  readonly status: number;
  readonly output: string;
}

/** What an adapter may ask of the running machine. */
export interface RuntimeHost extends ReadOnlyHost, LocateHost {
  readonly now: number;
  process(pid: number): ProcessInfo | undefined;
  /**
   * Runs a program of the harness's by the name on PATH, without standard input; for `verify` only, where a
   * person waits. Undefined when it is not there or does not end in time. Never throws.
   */
  run?(program: string, words: readonly string[], milliseconds: number): Promise<ProgramResult | undefined>;
}
