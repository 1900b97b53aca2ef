import { z } from "zod";

/** What our module hands to the hook: parts of OpenCode's event (1.18.33), and what it found out itself. */
function payload<Shape extends z.ZodRawShape>(properties: Shape) {
  return z.looseObject({
    /** The topmost session: that of the event, or the parent of its parents. */
    root: z.string(),
    /** The session's turn failed. */
    failed: z.boolean().optional(),
    properties: z.looseObject({ sessionID: z.string(), ...properties }),
  });
}

const answer = payload({ requestID: z.string() });

/** One schema per event that is reported; for third parties, off the hook's path. */
export const opencodePayloads = {
  "session.created": payload({}),
  "session.status": payload({ status: z.looseObject({ type: z.string() }) }),
  "session.idle": payload({}),
  "permission.asked": payload({
    id: z.string(),
    permission: z.string(),
    patterns: z.array(z.string()).optional(),
    metadata: z.looseObject({ command: z.string().optional(), filepath: z.string().optional() }).optional(),
  }),
  "permission.replied": answer,
  "question.asked": payload({
    id: z.string(),
    questions: z.array(z.looseObject({ question: z.string() })),
  }),
  "question.replied": answer,
  "question.rejected": answer,
  dispose: payload({}),
} as const;
