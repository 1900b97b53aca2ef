import { z } from "zod";

/** Members that every hook payload of agy 1.2.7 has (documented). Unknown members are kept: versions add them. */
const common = {
  conversationId: z.string(),
  modelName: z.string(),
  transcriptPath: z.string(),
  artifactDirectoryPath: z.string(),
  /** Empty for `agy -p` without `--add-dir`. */
  workspacePaths: z.array(z.string()),
};

/** One schema per event that we register; for third parties, off the hook's path. */
export const antigravityPayloads = {
  SessionStart: z.looseObject(common),
  /** Comes before each model call; `invocationNum` 0 begins a turn. */
  PreInvocation: z.looseObject({ ...common, invocationNum: z.number(), initialNumSteps: z.number() }),
  Stop: z.looseObject({
    ...common,
    executionNum: z.number(),
    terminationReason: z.string(),
    error: z.string(),
    /** False while background work remains. */
    fullyIdle: z.boolean(),
  }),
} as const;
