import type { ProcessInfo } from "../contract/process.js";
import type { PaneKey } from "../machine/memory-file.js";
import { ancestors, findAgent, type Recognise } from "../process/ancestry.js";
import type { ProcessSource } from "../process/process-source.js";
import type { EventKey } from "../reduce/memory.js";
import { parseTmuxVariable, type TmuxAddress } from "../tmux/tmux-address.js";

/** Whose event it is and where its agent stands, proven by ancestry. */
export type HookPlace =
  | {
      readonly kind: "pane";
      readonly server: TmuxAddress;
      readonly pane: PaneKey;
      readonly agent: ProcessInfo;
      readonly eventKey: EventKey;
      /** Ancestors of the agent below the pane's first process, and that process. */
      readonly above: readonly ProcessInfo[];
      /** The pane's id as the environment or a list of panes gives it: a hint, which the write checks. */
      readonly claim: string | undefined;
    }
  | {
      readonly kind: "not-below-tmux";
      readonly agent: ProcessInfo;
      readonly eventKey: EventKey;
      readonly above: readonly ProcessInfo[];
    }
  /** It serves several: what stands above it, perhaps the agent that started it, says nothing of this event. */
  | { readonly kind: "daemon"; readonly agent: ProcessInfo; readonly eventKey: EventKey }
  /** No process of this harness above us: the command was run by hand, or the agent is gone. */
  | { readonly kind: "no-agent" };

/**
 * Walks up from the hook's process. Reads the process table, changes nothing. Events are ordered by the start
 * of the shell that the wrapper runs in: one for each event, whatever helpers a harness keeps.
 */
export function findHookPlace(
  processes: ProcessSource,
  hookPid: number,
  environment: Readonly<Record<string, string | undefined>>,
  recognise: Recognise,
): HookPlace {
  const server = parseTmuxVariable(environment.TMUX);
  const [hook, ...chain] = ancestors(processes, hookPid, server?.serverPid);
  const found = findAgent(chain, recognise);
  if (found === undefined || hook === undefined) return { kind: "no-agent" };
  const { agent, role, above } = found;
  const [wrapper = hook] = chain;
  const own = wrapper === agent ? hook : wrapper;
  const eventKey = { startTime: own.startTime, pid: own.pid };
  if (role === "daemon") return { kind: "daemon", agent, eventKey };
  const first = chain.at(-1);
  if (server === undefined || first?.parentPid !== server.serverPid) {
    return { kind: "not-below-tmux", agent, eventKey, above };
  }
  const serverStartTime = processes.read(server.serverPid)?.startTime ?? 0;
  const pane = {
    serverPid: server.serverPid,
    serverStartTime,
    panePid: first.pid,
    paneStartTime: first.startTime,
  };
  return { kind: "pane", server, pane, agent, eventKey, above, claim: environment.TMUX_PANE };
}

/** True when a further agent of any harness stands above: then the event is a nested agent's. */
export function isNested(above: readonly ProcessInfo[], recognisers: readonly Recognise[]): boolean {
  return above.some((process) => recognisers.some((recognise) => recognise(process) !== undefined));
}
