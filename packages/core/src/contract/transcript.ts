export interface TranscriptQuery {
  readonly session: string;
  /** The agent's process, when it lives: its environment tells the config directory. */
  readonly agentPid?: number;
}

export type TranscriptResult =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "unavailable"; readonly why: string };
