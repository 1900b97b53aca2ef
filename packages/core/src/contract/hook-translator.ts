import type { HookOutcome } from "./hook-outcome.js";
import type { LocateHost, LocateQuery, PaneMatch } from "./locate.js";
import type { ProcessInfo, ProcessRole } from "./process.js";
import type { ProviderId } from "./provider.js";

/** One native hook event that we register. Everything here is part of the frozen installed text. */
export interface HookEvent {
  /** The harness's own spelling. */
  readonly name: string;
  /** Native matcher, where the harness has one and we narrow the event. */
  readonly matcher?: string;
  /** Native time-out, in the unit of the harness. */
  readonly timeout: number;
  /**
   * `transcript`: the payload alone does not say enough, core reads the file that its `transcript_path` (or
   * `transcriptPath`) names.
   * `place`: a person may have shown the session elsewhere, core asks `locate` again where a daemon runs it.
   */
  readonly needs?: "transcript" | "place";
}

/** Beginning and end of a transcript, cut at line ends where the file is longer. */
export interface TranscriptWindow {
  readonly path: string;
  /** The whole text where `complete`. */
  readonly head: string;
  readonly tail: string;
  readonly complete: boolean;
}

export interface HookInput {
  /** The native event name, as the installed command passes it. */
  readonly event: string;
  /** The parsed JSON of standard input; undefined when it was not JSON. Trust nothing in it. */
  readonly payload: unknown;
  /** The hook's environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For events that need it; undefined where it could not be read in time. */
  readonly transcript?: TranscriptWindow;
}

/**
 * The light half of an adapter: turns a harness's event into ours. Pure and total; it never throws.
 * Everything it reaches is free of zod, diff, jsonc-parser, smol-toml and ws, and its bundle is
 * under 40 KB, since it is loaded on every tool call.
 */
export interface HookTranslator {
  readonly id: ProviderId;
  /** What `plan` installs, in the order of the file. */
  readonly events: readonly HookEvent[];
  /** Says what a process is to this harness; undefined when it is none of it. */
  recognise(process: ProcessInfo): ProcessRole | undefined;
  translate(input: HookInput): HookOutcome;
  /**
   * For a harness whose hooks may come from a daemon: which candidate shows each session. Never by folder, name
   * or start time alone; no evidence is no match. Within 300 ms; never rejects.
   */
  locate?(query: LocateQuery, host: LocateHost): Promise<ReadonlyMap<string, PaneMatch>>;
}
