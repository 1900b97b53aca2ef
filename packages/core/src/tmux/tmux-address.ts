/** A tmux server as `$TMUX` names it: `<socket>,<server pid>,<session>`. */
export interface TmuxAddress {
  readonly socket: string;
  readonly serverPid: number;
}

/** Reads `$TMUX`; undefined for anything that tmux does not write. */
export function parseTmuxVariable(value: string | undefined): TmuxAddress | undefined {
  const match = /^(\/.+),([1-9][0-9]*),[0-9]*$/.exec(value ?? "");
  return match === null ? undefined : { socket: match[1] as string, serverPid: Number(match[2]) };
}

/** True for a pane id. Anything else as a target would reach some other pane (`''` is the active one). */
export function isPaneId(text: string | undefined): text is string {
  return text !== undefined && /^%[0-9]{1,9}$/.test(text);
}
