import type { ErrorCode } from "./errors.js";

/** What a code means for a person, whatever the particular message says. */
export interface ErrorDescription {
  readonly title: string;
  /** What happened, and in what state things were left. */
  readonly meaning: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** One entry for each code, in the order of the codes. docs/errors.md is made from it. */
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorDescription>> = {
  HARNESS_UNKNOWN: {
    title: "No such harness",
    meaning: "A harness was named that neither this program nor an installed adapter package knows.",
    remedy: "Run `rk agent capabilities` for the names.",
  },
  HARNESS_INVALID: {
    title: "An adapter does not keep the contract",
    meaning:
      "An adapter package could not be used: another contract version, a missing member, or capabilities that contradict its members. It was left out.",
    remedy: "Update the adapter package; its author can run the conformance kit, @hexokit/adapter-testkit.",
  },
  BINARY_NOT_FOUND: {
    title: "The agent's program is not on PATH",
    meaning: "What was asked needs the harness itself, and its program was not found.",
    remedy: "Install the harness, or put its program on PATH.",
  },
  PLATFORM_UNSUPPORTED: {
    title: "Not on this system",
    meaning: "Agents in tmux panes are read on Linux and macOS only. Nothing was written.",
    remedy: "On Windows, run it inside WSL.",
  },
  CONFIG_UNREADABLE: {
    title: "A config file cannot be read",
    meaning:
      "The file exists and is not ours to read, is a directory, or is a link that leads nowhere. Nothing was written.",
    remedy: "Repair the permissions or the link, then run the command again.",
  },
  CONFIG_MALFORMED: {
    title: "A config file is broken",
    meaning:
      "The file is not what the harness itself would accept (syntax, comments where it allows none, a key given twice). Nothing was written.",
    remedy: "Correct the file at the line that the message names, then run the command again.",
  },
  CONFIG_SHAPE: {
    title: "A config file has an unexpected shape",
    meaning:
      "The text is well-formed, and the place where hooks belong holds something else, or a path cannot be written into a command. Nothing was written.",
    remedy: "Change the place that the message names, then run the command again.",
  },
  CONFIG_CHANGED: {
    title: "The file changed after the diff was shown",
    meaning: "Another program wrote the file between the diff and the confirmation. Its new text was kept.",
    remedy: "Run the command again and look at the new diff.",
  },
  CONFIG_READ_ONLY: {
    title: "A config file may not be written",
    meaning:
      "The file is read-only or is managed elsewhere, for example by Nix or home-manager. Nothing was written.",
    remedy: "Add the snippet that the message shows at the place where the file is managed.",
  },
  FILE_FOREIGN: {
    title: "Something that is not ours stands where our file goes",
    meaning: "The path holds other content. It was neither overwritten nor removed.",
    remedy: "Look at the file; move it away if you do not need it, then run the command again.",
  },
  FILE_LOCKED: {
    title: "Another process holds the file",
    meaning: "The lock was not released in time. Nothing was written.",
    remedy: "Wait for the other run to end, then run the command again.",
  },
  WRITE_FAILED: {
    title: "A file could not be written",
    meaning: "Writing failed (disk full, permissions). The old file is whole and in place.",
    remedy: "Free space or repair the permissions, then run the command again.",
  },
  CAPABILITY_UNSUPPORTED: {
    title: "The harness does not offer this",
    meaning: "The adapter declares that its harness cannot do what was asked.",
    remedy: "`rk agent capabilities` shows what each harness can do.",
  },
  PANE_VALUE_INVALID: {
    title: "A pane option is malformed",
    meaning: "A value of the pane options does not follow its grammar. It counts as unknown as a whole.",
    remedy: "docs/pane-options.md has the grammar; the next event of the agent writes a correct value.",
  },
  PANE_NOT_FOUND: {
    title: "No such pane",
    meaning: "No tmux server of this user has the pane that was named.",
    remedy: "`rk agent list` shows the panes with agents.",
  },
  CLIENT_NOT_FOUND: {
    title: "No such tmux client",
    meaning: "No tmux server of this user has the client (a terminal attached to it) that was named.",
    remedy:
      "Name one that `tmux list-clients` shows; in a key binding: `run-shell -b 'rk agent next --client \"#{client_name}\"'`.",
  },
  TMUX_UNAVAILABLE: {
    title: "tmux does not answer",
    meaning: "tmux is missing, older than 3.2, has no server, or did not answer in time.",
    remedy: "Check `tmux -V`, and start a tmux server.",
  },
  TRANSCRIPT_UNAVAILABLE: {
    title: "There is no transcript",
    meaning: "The session has no conversation on disk: no prompt yet, deleted, or not kept by this harness.",
    remedy: "Give the session its first prompt; `rk agent explain` shows which session the pane is in.",
  },
  RUNTIME_UNAVAILABLE: {
    title: "The running harness does not answer",
    meaning: "A record or service of the running harness could not be reached in time.",
    remedy: "Try again; if it stays, `rk agent doctor` names the place.",
  },
  EXPORT_BUSY: {
    title: "A transcript export is already running",
    meaning: "The harness exports one transcript at a time, and another export has not ended.",
    remedy: "Wait for it, then run the command again.",
  },
  CONFIRMATION_REQUIRED: {
    title: "Nobody can be asked",
    meaning: "There are changes to confirm and no terminal to ask on. Nothing was written.",
    remedy: "Look at the changes with `--dry-run`, then pass `--yes`.",
  },
  DECLINED: {
    title: "Declined",
    meaning: "The changes were shown and not confirmed. Nothing was written.",
    remedy: "Run the command again when you want them.",
  },
  USAGE: {
    title: "The command was not understood",
    meaning: "An argument or option is unknown, missing or contradicts another one. Nothing was done.",
    remedy: "`rk --help`, or `--help` after the command.",
  },
};
