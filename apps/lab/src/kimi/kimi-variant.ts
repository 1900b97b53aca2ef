import type { RecordedHook } from "../scenario/recorder.js";

/** Tells payloads of one event apart: by tool, source, origin, decision, kind, and whose they are. */
export function kimiVariant(payload: RecordedHook["payload"]): readonly string[] {
  const { tool_name, source, origin_kind, notification_type, trigger, decision, agent_id } = payload;
  const words = [tool_name, source, origin_kind, notification_type, trigger, decision];
  const isChild = typeof agent_id === "string" && agent_id !== "main";
  return [...words.filter((word) => typeof word === "string"), ...(isChild ? ["subagent"] : [])];
}
