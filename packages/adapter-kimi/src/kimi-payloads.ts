import { z } from "zod";

/** Members that every hook payload of Kimi Code 2.1.0 has. Unknown members are kept: versions add them. */
const common = {
  session_id: z.string(),
  cwd: z.string(),
  client_type: z.string(),
  /** Absent at the first session start. */
  session_title: z.string().optional(),
};

const tool = { ...common, tool_name: z.string(), tool_input: z.unknown(), tool_call_id: z.string() };

/** `agent_id` is `main` or a subagent's; `display.kind` is `command`, `file_io`, `plan_review` or another. */
const approval = {
  ...tool,
  id: z.string(),
  agent_id: z.string(),
  turn_id: z.number(),
  action: z.string(),
  display: z.looseObject({ kind: z.string() }),
};

function payload<Event extends string, Shape extends z.ZodRawShape>(event: Event, shape: Shape) {
  return z.looseObject({ ...shape, hook_event_name: z.literal(event) });
}

/** For third parties, off the hook's path: a schema of each event that we register. */
export const kimiPayloads = {
  SessionStart: payload("SessionStart", { ...common, source: z.string() }),
  SessionEnd: payload("SessionEnd", { ...common, reason: z.string() }),
  UserPromptSubmit: payload("UserPromptSubmit", {
    ...common,
    prompt: z.array(z.looseObject({ type: z.string() })),
    is_steer: z.boolean().optional(),
  }),
  TurnStarted: payload("TurnStarted", {
    ...common,
    turn_id: z.number(),
    origin_kind: z.string(),
    origin_name: z.string().optional(),
    prompt: z.string().optional(),
  }),
  PreToolUse: payload("PreToolUse", tool),
  PermissionRequest: payload("PermissionRequest", approval),
  PermissionResult: payload("PermissionResult", { ...approval, decision: z.string() }),
  PostToolUse: payload("PostToolUse", { ...tool, tool_output: z.string().optional() }),
  PostToolUseFailure: payload("PostToolUseFailure", { ...tool, error: z.looseObject({}) }),
  Stop: payload("Stop", common),
  StopFailure: payload("StopFailure", { ...common, error_type: z.string(), error_message: z.string() }),
  Interrupt: payload("Interrupt", { ...common, turn_id: z.number(), reason: z.string() }),
  PreCompact: payload("PreCompact", { ...common, trigger: z.string() }),
  PostCompact: payload("PostCompact", { ...common, trigger: z.string() }),
  SubagentStart: payload("SubagentStart", { ...common, agent_name: z.string(), prompt: z.string() }),
} as const;
