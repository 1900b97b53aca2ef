import { z } from "zod";

/** Members that every hook payload of Gemini CLI 0.61.0 has. Unknown members are kept: versions add them. */
const common = {
  session_id: z.string(),
  transcript_path: z.string(),
  cwd: z.string(),
  timestamp: z.string(),
};

const tool = { ...common, tool_name: z.string(), tool_input: z.unknown() };

function payload<Event extends string, Shape extends z.ZodRawShape>(event: Event, shape: Shape) {
  return z.looseObject({ ...shape, hook_event_name: z.literal(event) });
}

/** One schema per event that we register; for third parties, off the hook's path. */
export const geminiPayloads = {
  SessionStart: payload("SessionStart", { ...common, source: z.string() }),
  SessionEnd: payload("SessionEnd", { ...common, reason: z.string() }),
  BeforeAgent: payload("BeforeAgent", { ...common, prompt: z.string() }),
  AfterAgent: payload("AfterAgent", { ...common, prompt: z.string(), prompt_response: z.string() }),
  BeforeTool: payload("BeforeTool", tool),
  AfterTool: payload("AfterTool", { ...tool, tool_response: z.unknown() }),
  Notification: payload("Notification", {
    ...common,
    notification_type: z.string(),
    message: z.string(),
    details: z.looseObject({ type: z.string(), title: z.string() }),
  }),
} as const;
