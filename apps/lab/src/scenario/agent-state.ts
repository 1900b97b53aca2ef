/** A state as the list shows it. `none`: the pane has no agent. */
export type AgentState = "active" | "waiting" | "idle" | "unknown" | "none";

/** The state word of `@rk_pane_agent_state`; `none` when the option is not set. */
export function stateOfOption(value: string): AgentState {
  const word = value.split(":")[0];
  return word === "active" || word === "waiting" || word === "idle"
    ? word
    : value === ""
      ? "none"
      : "unknown";
}
