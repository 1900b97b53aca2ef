import type {
  AgentState,
  ErrorCode,
  EventStatus,
  Evidence,
  HarnessCapabilities,
  Reason,
} from "@hexokit/core";

/**
 * What `--json` prints: one object with `version`, the version of these shapes. Members are only ever added
 * within a version; what is not known is null. Times are epoch seconds unless a name says otherwise.
 */
interface Versioned {
  readonly version: 1;
}

/** Printed instead of the answer by every command that fails; the exit status is not 0 then. */
export interface ErrorJson extends Versioned {
  readonly error: ErrorBody;
}

export interface ErrorBody {
  /** Permanent; docs/errors.md lists them. `INTERNAL` is a fault of the program itself. */
  readonly code: ErrorCode | "INTERNAL";
  readonly message: string;
  readonly hint: string | null;
  /** Facts beside the message: path, line, … */
  readonly fields: Readonly<Record<string, string | number>>;
}

/** One agent in one pane. */
export interface AgentJson {
  /** Pane id within its server, `%5`. */
  readonly pane: string;
  /** The server's socket. */
  readonly socket: string;
  /** `session:window.pane`, by indexes. */
  readonly target: string;
  /** The pane's folder and foreground command. */
  readonly path: string;
  readonly command: string;
  /** Provider id, `claude`, and its name for people. */
  readonly provider: string;
  readonly name: string;
  readonly session: string | null;
  readonly pid: number | null;
  readonly state: AgentState | "unknown";
  /** When the state began. */
  readonly since: number | null;
  readonly reason: Reason | null;
  /** What it asks, while it waits. */
  readonly ask: { readonly tool: string | null; readonly text: string | null } | null;
  /** Hooks have reported this very process. */
  readonly hooked: boolean;
  /** Why the state is unknown, or is known from the harness's own record alone, and what to do. */
  readonly why: string | null;
}

/** `rk agent list --json` */
export interface ListJson extends Versioned {
  /** Sorted: waiting (longest first), active, idle, unknown. */
  readonly agents: readonly AgentJson[];
  /** Sessions that run, but in no pane that could be proved. */
  readonly unplaced: readonly {
    readonly provider: string;
    readonly session: string;
    readonly pid: number;
    readonly state: AgentState | null;
    /** When it last reported. */
    readonly at: number;
    readonly reason: "daemon" | "not-below-tmux" | "no-pane";
    /** What was found when its pane was looked for just now. */
    readonly why: string | null;
  }[];
  /** Servers that answered or should have. `skipped`: nobody serves the socket, or it is another user's. */
  readonly servers: readonly {
    readonly socket: string;
    readonly status: "live" | "skipped" | "not-answering";
    readonly tmuxVersion: string | null;
    readonly panes: number;
  }[];
  /** Why nothing is remembered on this machine. */
  readonly memoryProblem: string | null;
}

/** `rk agent explain <pane> --json`; `agent` is null for a pane without one. */
export interface ExplainJson extends Versioned {
  readonly pane: string;
  readonly socket: string;
  readonly target: string;
  readonly agent: AgentJson | null;
  /** In the order looked at; the last of kind `rule` decided. */
  readonly evidence: readonly Evidence[];
}

/** `rk agent wait <pane> --json` */
export interface WaitJson extends Versioned {
  readonly result: "reached" | "timeout" | "gone";
  /** As last seen; null when there was none. */
  readonly agent: AgentJson | null;
}

/** One line of `rk agent watch --json`: a change of state, reason or session, told once. */
export interface TransitionJson extends Versioned {
  /** Epoch milliseconds at which it was seen. */
  readonly atMilliseconds: number;
  /** `appeared`: not there before, or there when watching began; `gone`: its process or pane is no more. */
  readonly kind: "appeared" | "changed" | "gone";
  /** As it is now; as it last was when it is gone. */
  readonly agent: AgentJson;
  readonly previous: {
    readonly state: AgentState | "unknown";
    readonly reason: Reason | null;
    readonly session: string | null;
  } | null;
  /** The rule that decided, as `rk agent explain` words it. */
  readonly rule: string | null;
}

/** `rk agent setup --json` */
export interface SetupJson extends Versioned {
  readonly action: "install" | "uninstall";
  readonly dryRun: boolean;
  readonly harnesses: readonly {
    readonly harness: string;
    /** `planned`: what would be done, by a dry run. */
    readonly status: "changed" | "unchanged" | "planned" | "failed";
    readonly changes: readonly { readonly path: string; readonly diff: string }[];
    readonly notes: readonly string[];
    /** What a person must do now; null when nothing was installed. */
    readonly activation: string | null;
    readonly error: ErrorBody | null;
  }[];
  /** Our own files: written by an install, removed by the uninstall of the last harness. */
  readonly dataDirectory: { readonly path: string; readonly files: readonly string[] };
  /** Files of tmux that hold our block; the uninstall of the last harness takes it out. */
  readonly tmux: readonly { readonly path: string; readonly diff: string }[];
  readonly warnings: readonly string[];
}

/** `rk tmux install --json` */
export interface TmuxInstallJson extends Versioned {
  readonly action: "install" | "uninstall";
  readonly dryRun: boolean;
  /** `planned`: what would be done, by a dry run. */
  readonly status: "changed" | "unchanged" | "planned";
  readonly changes: readonly { readonly path: string; readonly diff: string }[];
  /** The running servers that load the changed file. */
  readonly servers: readonly {
    readonly socket: string;
    readonly status: "updated" | "failed" | "not-answering";
    /** What tmux said. */
    readonly message: string | null;
  }[];
  readonly warnings: readonly string[];
}

/** One thing that `doctor` looked at. */
export interface FindingJson {
  readonly severity: "ok" | "note" | "problem";
  /** `tmux`, `rk`, `files`, `machine`, `adapters`, or a provider id. */
  readonly area: string;
  readonly message: string;
  readonly hint: string | null;
  readonly path: string | null;
}

/** `rk agent doctor --json` */
export interface DoctorJson extends Versioned {
  readonly problems: number;
  readonly findings: readonly FindingJson[];
  readonly harnesses: readonly {
    readonly harness: string;
    readonly binary: string | null;
    readonly binaryVersion: string | null;
    readonly events: readonly { readonly event: string; readonly status: EventStatus }[];
  }[];
  /** With `--probe`: the installed command, fired in a private pane. */
  readonly probes: readonly {
    readonly harness: string;
    readonly moved: boolean;
    readonly milliseconds: number | null;
    readonly message: string;
  }[];
  /** The newest lines of the hook log. */
  readonly hookLog: readonly string[];
}

/** `rk agent capabilities --json` */
export interface CapabilitiesJson extends Versioned {
  readonly harnesses: readonly {
    readonly harness: string;
    readonly name: string;
    readonly verified: {
      readonly version: string;
      readonly date: string;
      readonly how: "live" | "documented";
    };
    readonly capabilities: HarnessCapabilities;
  }[];
}

/**
 * JSON that a terminal may show: what could drive it (C1 controls, bidirectional marks) is escaped, which
 * changes no value.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
