import type { HarnessAdapter } from "../contract/harness-adapter.js";
import type { ProcessInfo } from "../contract/process.js";
import { isLauncherOf, type Recognise } from "../process/ancestry.js";

/** An agent process below a pane, found by its program. */
export interface PaneAgent {
  readonly adapter: HarnessAdapter;
  readonly process: ProcessInfo;
}

/** Who is whose child. */
export function childrenOf(
  all: ReadonlyMap<number, ProcessInfo>,
): ReadonlyMap<number, readonly ProcessInfo[]> {
  const children = new Map<number, ProcessInfo[]>();
  for (const process of all.values()) {
    const siblings = children.get(process.parentPid);
    if (siblings === undefined) children.set(process.parentPid, [process]);
    else siblings.push(process);
  }
  return children;
}

/**
 * The agents below a process that are not nested in another agent. Launcher and child of one harness count
 * as one, the inner. Newest first: a suspended agent stands behind the one started after it.
 */
export function agentsBelow(
  root: ProcessInfo,
  children: ReadonlyMap<number, readonly ProcessInfo[]>,
  adapters: readonly HarnessAdapter[],
): readonly PaneAgent[] {
  const found: PaneAgent[] = [];
  const visit = (process: ProcessInfo): void => {
    const adapter = adapters.find((one) => one.translator.recognise(process) === "agent");
    if (adapter === undefined) {
      for (const child of children.get(process.pid) ?? []) visit(child);
      return;
    }
    let inner = process;
    for (;;) {
      const launcher = inner;
      const recognise: Recognise = (one) => adapter.translator.recognise(one);
      const next = (children.get(inner.pid) ?? []).find((child) => isLauncherOf(launcher, child, recognise));
      if (next === undefined) break;
      inner = next;
    }
    found.push({ adapter, process: inner });
  };
  visit(root);
  return found.sort((left, right) => right.process.startTime - left.process.startTime);
}
