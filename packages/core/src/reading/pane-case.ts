import type { PaneFiles } from "../machine/memory-file.js";
import type { Memory } from "../reduce/memory.js";
import type { Liveness } from "./fuse.js";
import type { HookTrace } from "./hook-view.js";
import type { PaneAgent } from "./pane-agents.js";
import type { ListedPane } from "./tmux-servers.js";

/** One pane with everything that was found out about the agent in it. */
export interface PaneCase {
  readonly pane: ListedPane;
  readonly trace: HookTrace;
  readonly memory: Memory | undefined;
  readonly files: PaneFiles | undefined;
  readonly liveness: Liveness;
  readonly agent: PaneAgent | undefined;
  /** What was found out on the way, for `explain`. */
  readonly notes: readonly string[];
}

/** The session that hooks saw it show. */
export function sessionOf({ liveness, trace }: PaneCase): string | undefined {
  return liveness.alive ? trace.view?.session : undefined;
}
