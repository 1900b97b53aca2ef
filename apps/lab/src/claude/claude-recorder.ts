import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../sandbox/sandbox.js";
import type { RecordedHook } from "../scenario/harness-driver.js";

/** Every event that Claude Code has; the recorder listens to all of them. */
const recordedEvents = [
  ..."PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit".split(" "),
  ..."SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact".split(" "),
  ..."PermissionRequest PermissionDenied Elicitation ElicitationResult ConfigChange TeammateIdle".split(" "),
];

/** Where the recorder puts one file per hook: `<epoch ns>-<event>-<pid>`. */
function recordFolder(sandbox: Sandbox): string {
  return join(sandbox.root, "hooks");
}

/** The lab's own hook, beside the product's: keeps every payload. It is a user's hook like any other. */
export function recorderHooks(sandbox: Sandbox): object {
  const folder = recordFolder(sandbox);
  mkdirSync(folder, { recursive: true });
  const script = join(sandbox.root, "record");
  const lines = [
    "#!/bin/sh",
    `f="${folder}/$(date +%s%N)-$1-$$"`,
    '{ echo "pane=$TMUX_PANE entrypoint=$CLAUDE_CODE_ENTRYPOINT pid=$CLAUDE_PID job=$CLAUDE_JOB_DIR"; cat; } >"$f.part" && mv "$f.part" "$f"',
  ];
  writeFileSync(script, `${lines.join("\n")}\n`);
  chmodSync(script, 0o755);
  const hook = (event: string) => [{ hooks: [{ type: "command", command: `${script} ${event}` }] }];
  return Object.fromEntries(recordedEvents.map((event) => [event, hook(event)]));
}

/** What the recorder kept, oldest first. */
export function readRecordedHooks(sandbox: Sandbox): readonly RecordedHook[] {
  const folder = recordFolder(sandbox);
  let names: string[] = [];
  try {
    names = readdirSync(folder)
      .filter((name) => !name.endsWith(".part"))
      .sort();
  } catch {
    // The sandbox has no recorder.
  }
  return names.flatMap((name) => {
    const [nanoseconds = "", event = ""] = name.split("-");
    const [facts = "", ...body] = readFileSync(join(folder, name), "utf8").split("\n");
    try {
      return [{ at: Number(nanoseconds) / 1e6, event, facts, payload: JSON.parse(body.join("\n")) }];
    } catch {
      return [];
    }
  });
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
