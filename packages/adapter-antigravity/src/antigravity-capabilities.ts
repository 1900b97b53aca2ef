import type { HarnessCapabilities } from "@hexokit/core";

/** What can and cannot be known of Antigravity CLI, from what others documented of agy 1.1.11 to 1.2.14. */
export const antigravityCapabilities: HarnessCapabilities = {
  waiting: false,
  answers: false,
  children: false,
  interruptHook: false,
  observe: false,
  transcript: "file",
  verify: false,
  gaps: [
    {
      id: "no-waiting",
      summary: "An agent that asks for a permission or an answer shows as active, never as waiting.",
      fact: "1.2.7: no event tells of an ask; only PreToolUse runs before a tool, and an empty answer to it denies the tool, so it is never hooked.",
    },
    {
      id: "interrupted-turn",
      summary: "A turn ended with Esc may show as active until the next prompt.",
      fact: "1.2.7: no event is known to come after an interruption; Stop is proven for a finished and for a failed turn.",
    },
    {
      id: "background-work",
      summary:
        "A turn that ends while background work remains shows as active until a Stop says that all is done.",
      fact: "1.2.7: Stop then has `fullyIdle: false`; that another Stop follows is not proven.",
    },
    {
      id: "old-stop",
      summary: "Before version 1.1.10 turns never show as ended.",
      fact: "Changelog of 1.1.10: Stop could not be reached before; a report says that 1.1.11 on Linux did not run it.",
    },
  ],
};
