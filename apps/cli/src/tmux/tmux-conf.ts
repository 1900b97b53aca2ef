import { isAbsolute, join } from "node:path";
import {
  checkChange,
  type FileChange,
  type FileSnapshot,
  type HostEnvironment,
  holdsMark,
  type MarkedBlock,
  type PlanRequest,
  planMarkedBlock,
  readSnapshot,
} from "@hexokit/core";
import { tmuxLines } from "./tmux-lines.js";

const block: MarkedBlock = {
  command: "rk tmux install",
  printCommand: "rk tmux status",
  lines: tmuxLines(),
};

/**
 * The user's files that tmux loads when it starts, in its order. It loads every one that is there (tmux 3.3a),
 * so what comes last has the last word.
 */
export function tmuxConfPaths({ home, environment }: HostEnvironment): readonly string[] {
  const base = environment.XDG_CONFIG_HOME;
  const own = base !== undefined && isAbsolute(base) ? [join(base, "tmux/tmux.conf")] : [];
  return [...new Set([join(home, ".tmux.conf"), ...own, join(home, ".config/tmux/tmux.conf")])];
}

/** What is to be done in the user's tmux.conf; writes nothing. */
export interface TmuxConfPlan {
  readonly action: PlanRequest["action"];
  /** An install has one file, an uninstall every one that holds our block. */
  readonly changes: readonly FileChange[];
}

/**
 * An install goes into the file that holds our block, else into the last one that tmux loads, behind all that
 * the user sets; `~/.tmux.conf` is made where there is none.
 * @throws HexoError CONFIG_UNREADABLE, CONFIG_MALFORMED, CONFIG_SHAPE (the block was edited by hand),
 *   CONFIG_READ_ONLY
 */
export function planTmuxConf(host: HostEnvironment, action: PlanRequest["action"]): TmuxConfPlan {
  const files = tmuxConfPaths(host).map(readSnapshot);
  const held = files.filter(({ text }) => text !== undefined && holdsMark(text));
  const changes = (action === "install" ? [fileToInstallInto(files, held)] : held)
    .map((file) => planMarkedBlock(action, file, block))
    .filter((change) => change !== undefined);
  for (const change of changes) checkChange(change);
  return { action, changes };
}

function fileToInstallInto(files: readonly FileSnapshot[], held: readonly FileSnapshot[]): FileSnapshot {
  const [first] = files;
  if (first === undefined) throw new Error("tmux has no place for a configuration.");
  return held[0] ?? files.findLast(({ text }) => text !== undefined) ?? first;
}
