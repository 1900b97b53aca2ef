import type { HarnessCapabilities } from "@hexokit/core";

/** What can and cannot be known of Copilot CLI, checked live with 1.0.102. */
export const copilotCapabilities: HarnessCapabilities = {
  waiting: true,
  answers: false,
  children: true,
  interruptHook: false,
  observe: true,
  transcript: "file",
  verify: false,
  gaps: [
    {
      id: "before-first-prompt",
      summary:
        "Until its first prompt, an agent in a folder that is not remembered as trusted, and one started with --continue, shows as unknown.",
      fact: "1.0.102: no hook runs before the first prompt; the folder-trust dialog and the prompt leave the same files, and a process leaves its number with a session that it resumes only then.",
    },
    {
      id: "model-retry",
      summary:
        "When the model fails and is tried again, the pane option says idle until the turn goes on, and the list for a second.",
      fact: "1.0.102: errorOccurred fires at each of the six attempts at a 529, with the same payload (recoverable: true) as at a 400 that ends the turn; the event log has a line for the end alone.",
    },
    {
      id: "other-session-shown",
      summary:
        "After a person switches to another open session, the list still shows the one before until the next prompt.",
      fact: "1.0.102: one process holds several sessions; opening one from the Sessions tab fires no hook, and no file says which one is on the screen.",
    },
  ],
};
