import { z } from "zod";

/** Members that every hook payload of Codex 0.171.0 has. Unknown members are kept: versions add them. */
const common = {
  session_id: z.string(),
  transcript_path: z.string().nullable(),
  cwd: z.string(),
};

const turn = { ...common, turn_id: z.string(), model: z.string() };

/** Present in events of a subagent, whose `session_id` is the root's. */
const subagent = { agent_id: z.string().optional(), agent_type: z.string().optional() };

const mode = { permission_mode: z.string() };

const tool = { ...turn, ...mode, ...subagent, tool_name: z.string(), tool_input: z.unknown() };

function payload<Event extends string, Shape extends z.ZodRawShape>(event: Event, shape: Shape) {
  return z.looseObject({ ...shape, hook_event_name: z.literal(event) });
}

/** One schema per event that we register; for third parties, off the hook's path. */
export const codexPayloads = {
  SessionStart: payload("SessionStart", { ...common, ...mode, model: z.string(), source: z.string() }),
  UserPromptSubmit: payload("UserPromptSubmit", { ...turn, ...mode, ...subagent, prompt: z.string() }),
  PreToolUse: payload("PreToolUse", { ...tool, tool_use_id: z.string() }),
  PermissionRequest: payload("PermissionRequest", tool),
  PostToolUse: payload("PostToolUse", { ...tool, tool_use_id: z.string(), tool_response: z.unknown() }),
  Stop: payload("Stop", {
    ...turn,
    ...mode,
    stop_hook_active: z.boolean(),
    last_assistant_message: z.string().nullable(),
  }),
  Interrupt: payload("Interrupt", { ...turn, ...mode }),
  SessionEnd: payload("SessionEnd", { ...common, reason: z.string() }),
  SubagentStart: payload("SubagentStart", { ...turn, ...mode, agent_id: z.string(), agent_type: z.string() }),
  SubagentStop: payload("SubagentStop", {
    ...turn,
    ...mode,
    agent_id: z.string(),
    agent_type: z.string(),
    agent_transcript_path: z.string().nullable(),
  }),
  PreCompact: payload("PreCompact", { ...turn, ...subagent, trigger: z.string() }),
  PostCompact: payload("PostCompact", { ...turn, ...subagent, trigger: z.string() }),
} as const;
