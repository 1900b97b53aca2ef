import type { HarnessCapabilities } from "@hexokit/core";

/** What can and cannot be known of Claude Code, checked live with 2.1.332. */
export const claudeCapabilities: HarnessCapabilities = {
  waiting: true,
  answers: false,
  children: true,
  interruptHook: false,
  observe: true,
  transcript: "file",
  verify: false,
  gaps: [],
};
