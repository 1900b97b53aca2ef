import { paneOption } from "../pane-options/pane-options.js";
import { runTmuxSync, type TmuxTarget } from "./run-tmux.js";
import { isPaneId } from "./tmux-address.js";

/** The channel that watchers wait on (`tmux wait-for rk-agent-changed`). */
export const changeChannel = "rk-agent-changed";

/** Every option that we own, as it should be; undefined unsets it. Values are validated atoms. */
export interface PaneOptionValues {
  readonly state: string | undefined;
  readonly session: string | undefined;
  readonly reason: string | undefined;
}

export interface PaneAddress extends TmuxTarget {
  /** The pane's first process: proof that the id still means the same pane. */
  readonly panePid: number;
}

export type WriteResult =
  | { readonly kind: "written"; readonly paneId: string }
  /** No live pane of the server has this first process. */
  | { readonly kind: "no-pane" }
  | { readonly kind: "timed-out" }
  | { readonly kind: "failed"; readonly error: string };

const missed = "MISSED";

/** tmux ≥ 3.2, also as `next-3.6`. */
const versionPattern = "^(next-|openbsd-)?(3\\.([2-9]|[1-9][0-9])|[4-9]|[1-9][0-9])";

const atomPattern = /^[A-Za-z0-9._:-]+$/;

function assertAtom(value: string): string {
  // Formats can run a shell: nothing but atoms may reach a tmux command string.
  if (!atomPattern.test(value)) throw new Error("not an atom");
  return value;
}

function setOption(paneId: string, option: string, value: string | undefined): string {
  if (value === undefined) return `set-option -put ${paneId} ${option}`;
  return `set-option -pt ${paneId} ${option} '${assertAtom(value)}'`;
}

/** The tmux command that writes all options of one pane if it is still that pane, in one redraw. */
export function guardedWriteCommand(
  paneId: string,
  panePid: number,
  values: PaneOptionValues,
): readonly string[] {
  const isSamePane = `#{&&:#{==:#{pane_id},${paneId}},#{==:#{pane_pid},${panePid}}}`;
  const sets = [
    setOption(paneId, paneOption.state, values.state),
    setOption(paneId, paneOption.session, values.session),
    setOption(paneId, paneOption.reason, values.reason),
    values.state === undefined
      ? setOption(paneId, paneOption.command, undefined)
      : `set-option -pFt ${paneId} ${paneOption.command} '#{pane_current_command}'`,
    `wait-for -S ${changeChannel}`,
  ];
  return [
    "if-shell",
    "-t",
    paneId,
    "-F",
    `#{&&:#{m/r:${versionPattern},#{version}},${isSamePane}}`,
    sets.join(" ; "),
    `display-message -p ${missed}`,
  ];
}

function findPane(address: PaneAddress): string | undefined {
  const listed = runTmuxSync(address, ["list-panes", "-a", "-F", "#{pane_pid} #{pane_dead} #{pane_id}"]);
  if (!listed.ok) return undefined;
  const prefix = `${address.panePid} 0 `;
  const line = listed.output.split("\n").find((row) => row.startsWith(prefix));
  const paneId = line?.slice(prefix.length);
  return isPaneId(paneId) ? paneId : undefined;
}

function writeOnce(address: PaneAddress, paneId: string, values: PaneOptionValues): WriteResult {
  const result = runTmuxSync(address, guardedWriteCommand(paneId, address.panePid, values));
  if (result.timedOut) return { kind: "timed-out" };
  if (!result.ok) return { kind: "failed", error: result.error };
  return result.output.startsWith(missed) ? { kind: "no-pane" } : { kind: "written", paneId };
}

/**
 * Writes to the pane whose first process is `panePid`: the claimed one if it is that, else the one that
 * `list-panes` finds. Never writes to any other pane.
 */
export function writePaneOptions(
  address: PaneAddress,
  claim: string | undefined,
  values: PaneOptionValues,
): WriteResult {
  if (isPaneId(claim)) {
    const result = writeOnce(address, claim, values);
    if (result.kind !== "no-pane") return result;
  }
  const found = findPane(address);
  return found === undefined || found === claim ? { kind: "no-pane" } : writeOnce(address, found, values);
}
