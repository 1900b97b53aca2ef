import type { Sandbox } from "../sandbox/sandbox.js";
import { type RecordedHook, recorderCommand } from "../scenario/recorder.js";

/** Every event that Claude Code has; the recorder listens to all of them. */
const recordedEvents = [
  ..."PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit".split(" "),
  ..."SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact".split(" "),
  ..."PermissionRequest PermissionDenied Elicitation ElicitationResult ConfigChange TeammateIdle".split(" "),
];

const facts = { entrypoint: "CLAUDE_CODE_ENTRYPOINT", pid: "CLAUDE_PID", job: "CLAUDE_JOB_DIR" };

/** The lab's own hook, beside the product's, for every event. */
export function recorderHooks(sandbox: Sandbox): object {
  const commandOf = recorderCommand(sandbox, facts);
  const hook = (event: string) => [{ hooks: [{ type: "command", command: commandOf(event) }] }];
  return Object.fromEntries(recordedEvents.map((event) => [event, hook(event)]));
}

/** Tells payloads of one event apart: by tool, source, reason, kind, background tasks, and whose they are. */
export function claudeVariant(payload: RecordedHook["payload"]): readonly string[] {
  const { tool_name, source, reason, notification_type, agent_id, background_tasks, prompt } = payload;
  const words = [tool_name, source, reason, notification_type].filter((word) => typeof word === "string");
  const tasks = (Array.isArray(background_tasks) ? background_tasks : []).map(
    (task) => `background-${task.type}`,
  );
  const note = /^<(task-notification)>/.exec(String(prompt))?.[1];
  return [...words, ...new Set(tasks), ...(note ? [note] : []), ...(agent_id === undefined ? [] : ["child"])];
}
