import { type Sight, screen } from "../../scenario/sight.js";

/** Shown while a turn runs and neither streams a text nor asks something. */
export const busy = /esc to interrupt\)/;

/** The answer `text` stands on the screen (a prompt shows it, too, but without the dot). */
export function answered(text: string): Sight {
  return screen(new RegExp(`^• ${text}`, "m"), busy);
}

/** The last words of a slow answer; to be used once in a scenario. */
export const slowAnswered = screen(/^ {2}slow answer done/m, busy);

export const permissionDialog = screen(/Would you like to run the following command\?/);
export const questionDialog = screen(/Question 1\/1[\s\S]*Which color\?/);
export const interrupted = screen(/Conversation interrupted/, busy);
export const emptyPrompt = /^› Ask Codex to do anything/m;
