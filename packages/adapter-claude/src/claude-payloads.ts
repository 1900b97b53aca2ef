import { z } from "zod";

/** Members that every hook payload of Claude Code 2.1.332 has. Unknown members are kept: versions add them. */
const common = {
  session_id: z.string(),
  transcript_path: z.string(),
  cwd: z.string(),
  /** Absent at session start. */
  prompt_id: z.string().optional(),
  permission_mode: z.string().optional(),
  /** Only in events of a subagent. */
  agent_id: z.string().optional(),
  agent_type: z.string().optional(),
};

const tool = { ...common, tool_name: z.string(), tool_input: z.unknown() };

const backgroundTask = z.looseObject({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  description: z.string().optional(),
});

function payload<Event extends string, Shape extends z.ZodRawShape>(event: Event, shape: Shape) {
  return z.looseObject({ ...shape, hook_event_name: z.literal(event) });
}

/** One schema per event that we register; for third parties, off the hook's path. */
export const claudePayloads = {
  SessionStart: payload("SessionStart", { ...common, source: z.string() }),
  SessionEnd: payload("SessionEnd", { ...common, reason: z.string() }),
  UserPromptSubmit: payload("UserPromptSubmit", { ...common, prompt: z.string() }),
  PreToolUse: payload("PreToolUse", { ...tool, tool_use_id: z.string() }),
  PermissionRequest: payload("PermissionRequest", {
    ...tool,
    permission_suggestions: z.array(z.unknown()).optional(),
  }),
  PermissionDenied: payload("PermissionDenied", tool),
  PostToolUse: payload("PostToolUse", { ...tool, tool_use_id: z.string(), tool_response: z.unknown() }),
  PostToolUseFailure: payload("PostToolUseFailure", { ...tool, tool_use_id: z.string(), error: z.string() }),
  Notification: payload("Notification", { ...common, message: z.string(), notification_type: z.string() }),
  Elicitation: payload("Elicitation", common),
  ElicitationResult: payload("ElicitationResult", common),
  Stop: payload("Stop", { ...common, background_tasks: z.array(backgroundTask).optional() }),
  StopFailure: payload("StopFailure", { ...common, error: z.string() }),
  SubagentStart: payload("SubagentStart", { ...common, agent_id: z.string() }),
  SubagentStop: payload("SubagentStop", { ...common, agent_id: z.string() }),
  PreCompact: payload("PreCompact", { ...common, trigger: z.string() }),
  PostCompact: payload("PostCompact", { ...common, trigger: z.string() }),
} as const;
