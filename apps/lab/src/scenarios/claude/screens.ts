import { type Sight, screen } from "../../scenario/sight.js";

/** In the last line while a turn runs and no dialog is open. */
export const busy = /esc to interrupt/;

/** The turn is over and the answer `text` stands on the screen (a prompt shows it, too, but without the dot). */
export function answered(text: string): Sight {
  return screen(new RegExp(`^● ${text}`, "m"), busy);
}

/** The line that ends a turn; to be used once in a scenario. */
export const turnEnded = screen(/^✻ \S+ for .*done \d/m, busy);

export const turnRuns = screen(busy);
export const permissionDialog = screen(/Do you want to proceed\?/);
export const questionDialog = screen(/Which color\?[\s\S]*Enter to select/);
export const planDialog = screen(/Exit plan mode\?/);
export const interrupted = screen(/Interrupted · What should Claude do instead\?/, busy);

/** Starts with a question before each tool that the settings do not allow. */
export const asking = "--permission-mode default";
