import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../sandbox/sandbox.js";
import { type RecordedHook, recorderCommand } from "../scenario/recorder.js";
import { copilotDirectory } from "./copilot-home.js";

/** Every event that Copilot was seen to have but permissionRequest, where a failing hook denies the tool. */
const recordedEvents = [
  ..."sessionStart sessionEnd userPromptSubmitted preToolUse postToolUse postToolUseFailure".split(" "),
  ..."notification agentStop errorOccurred subagentStart subagentStop preCompact".split(" "),
];

/** The lab's own hook for every event, in a hook file of the user's. */
export function recordCopilot(sandbox: Sandbox): void {
  const commandOf = recorderCommand(sandbox, { loader: "COPILOT_LOADER_PID" });
  const hook = (event: string) => [{ type: "command", bash: commandOf(event), timeoutSec: 5 }];
  const hooks = Object.fromEntries(recordedEvents.map((event) => [event, hook(event)]));
  const text = `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
  writeFileSync(join(copilotDirectory(sandbox), "hooks/lab.json"), text);
}

/** Tells payloads of one event apart: by tool, source, reason, kind, and whose they are. */
export function copilotVariant(payload: RecordedHook["payload"]): readonly string[] {
  const { toolName, source, reason, notification_type, trigger, agentId, agentName, prompt } = payload;
  const words = [toolName, source, reason, notification_type, trigger].filter(
    (word) => typeof word === "string",
  );
  const note = /^<(system_notification)>/.exec(String(prompt))?.[1];
  // subagentStart and subagentStop are of a subagent anyway.
  const isChild = agentId !== undefined && agentName === undefined;
  return [...words, ...(note ? [note] : []), ...(isChild ? ["in-subagent"] : [])];
}
