import type { HarnessCapabilities } from "@hexokit/core";

/** What can and cannot be known of Gemini CLI, checked live with 0.61.0. */
export const geminiCapabilities: HarnessCapabilities = {
  waiting: true,
  answers: false,
  children: false,
  interruptHook: false,
  observe: true,
  transcript: "file",
  verify: false,
  gaps: [
    {
      id: "approved-tool",
      summary: "A tool that was approved shows as waiting until it ends.",
      fact: "0.61.0: nothing runs when a person approves, and the transcript gets its line when the call has ended; AfterTool is the next hook.",
    },
    {
      id: "refused-in-subagent",
      summary: "A refusal inside a subagent shows as waiting until the turn ends.",
      fact: "0.61.0: a subagent's hooks carry the main session and no mark; a refusal runs none, and the main transcript gets its line when the subagent has ended.",
    },
    {
      id: "failed-turn",
      summary: "A turn that the model's server refused shows as idle, without the reason.",
      fact: "0.61.0: AfterAgent comes as after any turn; its `[no response text]` is also that of a turn broken off before the first word.",
    },
    {
      id: "untrusted-folder",
      summary: "In a folder that the user does not trust, Gemini CLI is listed without a state.",
      fact: "0.61.0: no hook runs there, not even the user's own; the transcript is found by the session that hooks name.",
    },
  ],
};
