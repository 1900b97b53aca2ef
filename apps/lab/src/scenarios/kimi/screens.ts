import { type Sight, screen } from "../../scenario/sight.js";

/** Above the input line while a turn runs: a moon before the first word, then a word. */
export const busy = /[\u{1F311}-\u{1F318}] |Working…/u;

/** The turn is over and the answer `text` stands on the screen (a prompt shows it, too, but without the dot). */
export function answered(text: string): Sight {
  return screen(new RegExp(`^ ● ${text}`, "m"), busy);
}

/** A slow answer has come to its end. */
export const slowEnded = screen(/^ ● word0 /m, busy);

export const permissionDialog = screen(/Run this command\?/);
export const questionDialog = screen(/Which color\?[\s\S]*esc cancel/);
export const interrupted = screen(/Interrupted by user/, busy);

/** Runs tools without a question. */
export const unasked = "--yolo";

/** Milliseconds that a step may take; Kimi Code is slow on a busy machine. */
export const patience = 60_000;
