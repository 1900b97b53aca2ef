import { type Sight, screen } from "../../scenario/sight.js";

/** Beside the input line while a turn runs and no dialog is open. */
export const busy = /\(esc to cancel/;

/** The turn is over and the answer `text` stands on the screen (a prompt shows it, too, but without the star). */
export function answered(text: string): Sight {
  return screen(new RegExp(`^✦ ${text}`, "m"), busy);
}

/** The end of a slow answer, whose last step of the script says it; to be used once in a scenario. */
export const slowAnswered = screen(/^✦ (?:word\d+ ?)+[\s\S]*Type your message/m, busy);

export const permissionDialog = screen(/Allow execution of \[Shell\]\?/);
export const writeDialog = screen(/Apply this change\?/);
export const questionDialog = screen(/Which color\?[\s\S]*Enter to select/);
export const interrupted = screen(/ℹ Request cancelled\.[\s\S]*Type your message/, busy);
/** A tool runs: its line has this sign. */
export const toolRuns = screen(/⊶ {1,2}Shell/);

/** A subagent runs a command. */
export const childWorks = screen(/generalist · Shell work/);
