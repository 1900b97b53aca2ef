import type { HarnessCapabilities } from "@hexokit/core";

/** What can and cannot be known of Codex, checked live with 0.171.0 and 0.164.0. */
export const codexCapabilities: HarnessCapabilities = {
  waiting: true,
  answers: true,
  children: true,
  interruptHook: true,
  observe: true,
  transcript: "file",
  verify: true,
  gaps: [
    {
      id: "daemon-session",
      summary: "A session of Codex's shared daemon (a plain `codex`) is listed without its pane.",
      fact: "0.171.0: its hooks are children of the daemon and carry the environment that the daemon was started with, another pane's or none; `codex --no-daemon`, `codex exec` and any `-c` are exact.",
    },
    {
      id: "approved-command",
      summary: "Without the shared daemon, a command that was approved shows as waiting until it ends.",
      fact: "0.171.0: no hook runs when a person approves, and the rollout has no line for it; PostToolUse comes when the command has ended. `thread/read` tells of it, but of sessions in the TUI's own process it says `notLoaded`.",
    },
  ],
};
