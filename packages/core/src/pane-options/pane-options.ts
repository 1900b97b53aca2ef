import { isProviderId, type ProviderId } from "../contract/provider.js";

/** The two options every reader shares, and our two optional companions. All are pane-scoped. */
export const paneOption = {
  state: "@rk_pane_agent_state",
  session: "@rk_pane_agent_session",
  reason: "@rk_pane_agent_reason",
  command: "@rk_pane_agent_command",
} as const;

export type AgentState = "active" | "waiting" | "idle";

/** `<active|waiting|idle>:<epoch seconds>[:<agent pid>]`. Epoch 0: when it began is unknown. */
export interface PaneState {
  readonly state: AgentState;
  readonly since: number;
  readonly pid?: number;
}

/** `<provider>:<session-ref>`, split at the first colon. */
export interface PaneSession {
  readonly provider: ProviderId;
  readonly session: string;
}

const statePattern = /^(active|waiting|idle):(0|[1-9][0-9]{0,14})(?::([1-9][0-9]{0,9}))?$/;
const sessionPattern = /^[A-Za-z0-9._:-]{1,200}$/;

/** Reads the state option. Anything malformed is wholly unknown: undefined, never partly trusted. */
export function parsePaneState(text: string): PaneState | undefined {
  const match = statePattern.exec(text);
  if (match === null) return undefined;
  const [, state, since, pid] = match;
  return {
    state: state as AgentState,
    since: Number(since),
    ...(pid === undefined ? {} : { pid: Number(pid) }),
  };
}

export function formatPaneState(value: PaneState): string {
  const text = `${value.state}:${value.since}`;
  return value.pid === undefined ? text : `${text}:${value.pid}`;
}

/** Reads the session option; unknown providers are accepted, malformed text is undefined. */
export function parsePaneSession(text: string): PaneSession | undefined {
  const colon = text.indexOf(":");
  if (colon < 0) return undefined;
  const provider = text.slice(0, colon);
  const session = text.slice(colon + 1);
  return isProviderId(provider) && isSessionReference(session) ? { provider, session } : undefined;
}

export function formatPaneSession(value: PaneSession): string {
  return `${value.provider}:${value.session}`;
}

/** True for text that may stand in a pane option, a file name and a tmux command: `[A-Za-z0-9._:-]{1,200}`. */
export function isSessionReference(text: unknown): text is string {
  return typeof text === "string" && sessionPattern.test(text);
}

const rank: Readonly<Record<AgentState, number>> = { waiting: 2, active: 1, idle: 0 };

/** Rollup of a window or session: waiting > active > idle; undefined for no agents. */
export function rollUp(states: Iterable<AgentState>): AgentState | undefined {
  let best: AgentState | undefined;
  for (const state of states) if (best === undefined || rank[state] > rank[best]) best = state;
  return best;
}
