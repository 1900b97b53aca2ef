/** The oldest tmux that hooks write to and readers understand. */
export const oldestTmux = "3.2";

/** `tmux 3.3a`, `3.3a`, `next-3.6` → [3, 3]; undefined for anything else (`master`). */
export function parseTmuxVersion(text: string): readonly [major: number, minor: number] | undefined {
  const match = /(\d+)\.(\d+)/.exec(text);
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}

/** False for a tmux below {@link oldestTmux}; versions we cannot read count as new. */
export function isSupportedTmux(text: string): boolean {
  const version = parseTmuxVersion(text);
  if (version === undefined) return true;
  const [major, minor] = version;
  return major > 3 || (major === 3 && minor >= 2);
}
