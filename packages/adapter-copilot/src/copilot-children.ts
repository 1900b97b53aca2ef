import { fieldsOf, parseJson, textOf } from "@hexokit/core/hook";

/**
 * Notes whether a subagent runs, by one line of the event log that names it. It ends with a line also when
 * a person cancels it, and runs again when another agent sends it a message (1.0.102, live).
 */
export function followChild(children: Map<string, boolean>, type: string, child: string): void {
  if (type === "subagent.started" || type === "assistant.turn_start") children.set(child, true);
  else if (type === "subagent.completed" || type === "subagent.failed") children.set(child, false);
}

const telling = /"(?:subagent\.(?:started|completed|failed)|assistant\.turn_start)"/;

/** The subagents that run at the end of a whole event log. */
export function runningChildren(log: string): readonly string[] {
  const children = new Map<string, boolean>();
  for (const line of log.split("\n")) {
    // Most lines are long and say nothing of it.
    if (!telling.test(line.slice(0, 64)) || !line.includes('"agentId"')) continue;
    const { type, agentId } = fieldsOf(parseJson(line));
    const child = textOf(agentId);
    if (child !== undefined) followChild(children, textOf(type) ?? "", child);
  }
  return [...children].filter(([, isRunning]) => isRunning).map(([child]) => child);
}
