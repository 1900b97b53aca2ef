import type { HarnessCapabilities } from "@hexokit/core";

/** What can and cannot be known of Kimi Code, checked live with 2.1.0. */
export const kimiCapabilities: HarnessCapabilities = {
  waiting: true,
  answers: true,
  children: false,
  interruptHook: true,
  transcript: "file",
  observe: true,
  verify: true,
  gaps: [
    {
      id: "before-first-prompt",
      summary: "A new kimi has no session and no state until its first prompt.",
      fact: "2.1.0: SessionStart fires with the first prompt, not when the terminal opens; only then is there a session and a record of it.",
    },
  ],
};
