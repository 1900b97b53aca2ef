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
      id: "thread-shown-twice",
      summary: "A thread that two TUIs of the shared daemon show is told of in one pane.",
      fact: "0.171.0: the daemon names the TUI that loaded a thread, never those that opened it later; `codex resume` of a thread that another TUI shows does not load it again.",
    },
    {
      id: "approved-command",
      summary: "Without the shared daemon, a command that was approved shows as waiting until it ends.",
      fact: "0.171.0: no hook runs when a person approves, and the rollout has no line for it; PostToolUse comes when the command has ended. `thread/read` tells of it, but of sessions in the TUI's own process it says `notLoaded`.",
    },
    {
      id: "several-clients",
      summary: "A session that two Codex TUIs show is listed in the pane of the one that loaded it alone.",
      fact: "0.171.0: the app-server names the TUI that started or loaded a thread, and no other that shows it.",
    },
    {
      id: "switched-thread",
      summary: "After a switch to another Codex session its pane shows the former one until the next prompt.",
      fact: "0.171.0: no hook runs when a person switches (`/new`, `/resume`, agents view); with `thread-id` in the title the next event of the shown thread finds the pane.",
    },
    {
      id: "daemon-session-macos",
      summary: "On macOS a session of Codex's shared daemon (a plain `codex`) is listed without its pane.",
      fact: "The environment of another process, which names its tmux and its Codex directory, cannot be read there; `codex --no-daemon` is exact.",
    },
  ],
};
