import { z } from "zod";

/** Members that every hook payload of Copilot CLI 1.0.102 has. Unknown members are kept: versions add them. */
const common = {
  /** In most events of a subagent, that one's own id. */
  sessionId: z.string(),
  /** Epoch milliseconds. */
  timestamp: z.number(),
  cwd: z.string(),
  /** Only in events of a subagent. */
  agentId: z.string().optional(),
  agentType: z.string().optional(),
  parentAgentId: z.string().optional(),
};

const tool = { ...common, toolName: z.string(), toolArgs: z.unknown() };
const stop = { ...common, transcriptPath: z.string(), stopReason: z.string(), stop_hook_active: z.boolean() };

/** One schema per event that we register; for third parties, off the hook's path. No payload names its event. */
export const copilotPayloads = {
  sessionStart: z.looseObject({ ...common, source: z.string(), initialPrompt: z.string().optional() }),
  sessionEnd: z.looseObject({ ...common, reason: z.string() }),
  userPromptSubmitted: z.looseObject({ ...common, prompt: z.string() }),
  preToolUse: z.looseObject(tool),
  postToolUse: z.looseObject({ ...tool, toolResult: z.unknown() }),
  postToolUseFailure: z.looseObject({ ...tool, error: z.string() }),
  notification: z.looseObject({
    ...common,
    message: z.string(),
    title: z.string().optional(),
    notification_type: z.string(),
  }),
  agentStop: z.looseObject(stop),
  errorOccurred: z.looseObject({
    ...common,
    errorContext: z.string(),
    recoverable: z.boolean(),
    error: z.looseObject({ message: z.string(), name: z.string() }),
  }),
  subagentStart: z.looseObject({ ...common, agentId: z.string(), agentName: z.string() }),
  subagentStop: z.looseObject({ ...stop, agentId: z.string(), agentName: z.string() }),
} as const;
