import type { HarnessCapabilities } from "@hexokit/core";

/** What can and cannot be known of OpenCode, checked live with 1.18.33. */
export const opencodeCapabilities: HarnessCapabilities = {
  waiting: true,
  answers: true,
  children: true,
  interruptHook: true,
  observe: false,
  transcript: "export",
  verify: false,
  gaps: [
    {
      id: "before-first-prompt",
      summary: "An OpenCode that was given no prompt yet is listed without session and state.",
      fact: "1.18.33: at the start, with --continue too, no event of a session reaches a plugin.",
    },
    {
      id: "session-switch",
      summary: "After /new or a switch of sessions the pane shows the earlier session until the next prompt.",
      fact: "1.18.33: neither reaches a plugin; a new session is created by its first prompt.",
    },
    {
      id: "attached-client",
      summary: "`opencode attach` shows no state.",
      fact: "1.18.33: plugins run in the process of `serve` alone, with the environment of its pane.",
    },
    {
      id: "version-2",
      summary: "OpenCode 2 is not followed; setup refuses it.",
      fact: "Reports of 2.0: it refuses plugins of version 1 with a message in the TUI, and runs its own in one shared daemon.",
    },
  ],
};
