import type { Sandbox } from "../sandbox/sandbox.js";
import { type RecordedHook, recorderCommand } from "../scenario/recorder.js";
import { writeGeminiSettings } from "./gemini-home.js";

/** Every event of Gemini CLI but those around each call of the model. */
const recordedEvents = [
  ..."SessionStart SessionEnd BeforeAgent AfterAgent BeforeTool AfterTool Notification PreCompress".split(
    " ",
  ),
];

/** The lab's own hook for every event, in the user's settings. */
export function recordGemini(sandbox: Sandbox): void {
  const commandOf = recorderCommand(sandbox);
  const hook = (event: string) => [
    { hooks: [{ type: "command", command: commandOf(event), name: "lab", timeout: 5000 }] },
  ];
  writeGeminiSettings(sandbox, {
    hooks: Object.fromEntries(recordedEvents.map((event) => [event, hook(event)])),
  });
}

/** Tells payloads of one event apart: by tool, source, reason and kind of dialog. */
export function geminiVariant(payload: RecordedHook["payload"]): readonly string[] {
  const { tool_name, source, reason, trigger, details } = payload;
  const kind = (details as { readonly type?: unknown } | undefined)?.type;
  return [tool_name, source, reason, trigger, kind].filter((word) => typeof word === "string");
}
