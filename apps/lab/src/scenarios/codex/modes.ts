import type { AgentPane } from "../../scenario/agent-pane.js";
import type { Lab } from "../../scenario/lab.js";
import type { Scenario } from "../../scenario/scenario.js";
import type { Pane } from "../../tmux/pane.js";

/** Where the thread runs: in the shared daemon, as a plain `codex` has it, or in the TUI's own process. */
export interface Mode {
  readonly isDaemon: boolean;
  /** The command line, without the program. */
  readonly parameters: string;
}

export const daemonMode: Mode = { isDaemon: true, parameters: "" };
export const ownProcess: Mode = { isDaemon: false, parameters: "--no-daemon" };

/** A scenario that is driven twice. */
export interface ModeScenario {
  readonly name: string;
  readonly about: string;
  /** The mode whose run is quick and telling. */
  readonly ci?: Mode;
  run(lab: Lab, mode: Mode, start: (place?: Pane) => Promise<AgentPane>): Promise<void>;
}

/** The scenario with a plain `codex`, and as `<name>-in-process` without the daemon. */
export function inBothModes({ name, about, ci, run }: ModeScenario): readonly Scenario[] {
  return [daemonMode, ownProcess].map((mode) => ({
    name: mode.isDaemon ? name : `${name}-in-process`,
    about: mode.isDaemon ? about : `${about} Without the daemon.`,
    ...(ci === mode ? { ci: true } : {}),
    run: (lab) => run(lab, mode, (place) => lab.start(mode.parameters, place)),
  }));
}
