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
  gaps: [
    {
      id: "auto-mode-dialog",
      summary:
        "When auto mode cannot judge an action, its dialog shows as waiting only after about six seconds.",
      fact: "2.1.332: PreToolUse, then Notification(agent_needs_input) 6.4 s later; until then the status file says `dialog open`, as it does for /model in mid-turn.",
    },
  ],
};
