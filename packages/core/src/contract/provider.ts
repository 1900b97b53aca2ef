/** Names one agent CLI for ever: it is the provider in `<provider>:<session-ref>`. */
export type ProviderId = string;

const providerPattern = /^[a-z][a-z0-9-]{0,31}$/;

/** True when `text` may stand before the first colon of `@rk_pane_agent_session`. */
export function isProviderId(text: string): boolean {
  return providerPattern.test(text);
}
