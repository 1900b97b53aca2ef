import type { ProviderId } from "./provider.js";

/**
 * What a harness reads a file as. Strict JSON takes no comment; `jsonc` takes comments and trailing commas;
 * `json-with-comments` comments alone, no trailing comma and no byte order mark; `hooks-json` is strict JSON
 * that may hold `description` and `hooks` alone and no byte order mark; `named-hooks-json` is strict JSON whose
 * every member is a hook with an event map, without a byte order mark; `toml` has hooks as `[[hooks]]` tables;
 * `javascript` is a module of ours that the harness loads. For another one, the conformance kit needs samples
 * first.
 */
export type ConfigSyntax =
  | "json"
  | "jsonc"
  | "json-with-comments"
  | "hooks-json"
  | "named-hooks-json"
  | "toml"
  | "javascript";

/** A file that an adapter installs into or reads to judge the installation. */
export interface HarnessFile {
  /** Absolute path as the harness names it; symlinks are resolved by core. */
  readonly path: string;
  /**
   * `install`: the file that `plan` installs into. `former`: an older place, that an uninstall cleans too.
   * `read`: only looked at.
   */
  readonly role: "install" | "former" | "read";
  /** `own`: the whole file is ours. `shared`: the user's file, we add entries. */
  readonly ownership: "own" | "shared";
  /** Default: `json`. */
  readonly syntax?: ConfigSyntax;
}

/** A file as it was read. `text` is undefined when there is no file. */
export interface FileSnapshot {
  readonly path: string;
  /** As in {@link HarnessFile}; absent: `install`. */
  readonly role?: HarnessFile["role"];
  readonly text: string | undefined;
  /** The path is a symbolic link (a file of ours is then emptied, not deleted). */
  readonly symbolicLink: boolean;
  /** Why it could not be read; for `role: "install"` files that is an error instead. */
  readonly problem?: "unreadable" | "not-a-file";
}

export type FileSnapshots = readonly FileSnapshot[];

export interface PlanRequest {
  readonly action: "install" | "uninstall";
  readonly files: FileSnapshots;
  /** The path written into the wrapper: `$HOME/<rel>/rk-hook` or absolute. */
  readonly forwarder: string;
  /** What `<binary> --version` said, for harnesses whose events depend on it. */
  readonly version?: string;
}

/** New text for one file; undefined deletes it. Only files that change are listed. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export type EventStatus =
  | "installed"
  | "missing"
  /** Ours, but of an older generation, another data directory, or under the wrong event. */
  | "stale"
  | "duplicate"
  | "disabled"
  | "untrusted"
  | "modified";

export interface InstallReport {
  readonly harness: ProviderId;
  /** One entry per event of the translator, in its order, but for those that the harness's version does not have. */
  readonly events: readonly { readonly event: string; readonly status: EventStatus }[];
  readonly findings: readonly InstallFinding[];
}

/** Something a person should know about the installation, and what to do. */
export interface InstallFinding {
  readonly severity: "problem" | "note";
  readonly message: string;
  readonly hint?: string;
  readonly path?: string;
}
