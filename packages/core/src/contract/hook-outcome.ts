/** Who a tool call or an ask belongs to: `main-<hash>`, or `<child id>-<hash>`; see {@link toolOwner}. */
export type Owner = string;

/** The one word behind `@rk_pane_agent_reason`. */
export type Reason = "permission" | "question" | "plan" | "error" | "background";

/** What is asked, for a person to read. Kept in the machine's directory, never in a pane option. */
export interface AskRequest {
  /** Native tool name, when the ask is about a tool call. */
  readonly tool?: string;
  /** Command, file or question text, untrimmed; core cuts it and takes control characters out. */
  readonly text?: string;
}

/** A human must answer before the agent goes on. */
export interface Ask {
  /** Absent: the event names no tool. Core gives it to an open ask, else to the newest open tool. */
  readonly owner?: Owner;
  readonly reason: "permission" | "question" | "plan";
  /** More asks of this event, answered one by one: the questions of one call. */
  readonly siblings?: readonly Owner[];
  /** The ask stays open when its turn ends, until the root's next turn is prompted (Codex async questions). */
  readonly survivesTurn?: boolean;
  readonly request?: AskRequest;
}

/**
 * Which asks an event closes: those of one owner, of several, of one child, or all. `main`: the root's except
 * those that outlive their turn; `root`: all of the root's.
 */
export type Settle =
  | { readonly owner: Owner }
  | { readonly owners: readonly Owner[] }
  | { readonly child: string }
  | "main"
  | "root"
  | "all";

/** How the set of running child agents changes. `anonymous` counts children that carry no id (Kimi). */
export type ChildChange =
  | { readonly start: string }
  | { readonly end: string }
  | { readonly set: readonly string[] };

export const anonymousChild = "anonymous";

/** One event of a harness, in our words. Absent members say nothing. */
export interface HookEventOutcome {
  readonly kind: "event";
  /** The session reference, `[A-Za-z0-9._:-]{1,200}`; anything else is dropped by core. */
  readonly session?: string;
  /** The child agent that this event speaks of. Such an event never changes identity or the root's turn. */
  readonly child?: string;
  readonly turn?: {
    readonly is: "active" | "idle";
    /** The harness's own id of the turn; lets core ignore late tool events of an ended turn. */
    readonly id?: string;
    /**
     * `innermost`: of the newest anonymous child if one runs, else of the root (Kimi): an idle ends that child,
     * an active says nothing new.
     */
    readonly of?: "root" | "innermost";
  };
  /** The harness's id of the turn that a tool event belongs to, where it has one. */
  readonly turnId?: string;
  readonly tool?: { readonly is: "start" | "end"; readonly owner: Owner };
  readonly ask?: Ask;
  readonly settle?: Settle;
  readonly children?: ChildChange;
  /** `session`: the session is over, the process goes on. `process`: the agent is about to exit. */
  readonly end?: "session" | "process";
  /** Why the root is idle (`error`, `background`). */
  readonly reason?: Reason;
}

/** Why an event means nothing to us; for the hook log and `explain`. */
export type IgnoreReason = "not-a-signal" | "payload" | "another-agent" | "unattended";

export type HookOutcome = HookEventOutcome | { readonly kind: "ignore"; readonly why: IgnoreReason };
