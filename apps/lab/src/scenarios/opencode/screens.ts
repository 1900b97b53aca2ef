import { type Sight, screen } from "../../scenario/sight.js";

/** Shown while a turn runs. */
export const busy = /esc (?:again to )?interrupt/;

/** The answer `text` stands on a line of its own (a prompt shows it, too, in the middle of one). */
export function answered(text: string): Sight {
  return screen(new RegExp(`^ +${text} *(?: {3}.*)?$`, "m"), busy);
}

/** A turn is over; only after a step that made one. */
export const quiet = screen(/ctrl\+p commands/, busy);

export const permissionDialog = screen(/Permission required/);
export const questionDialog = screen(/Which color\?[\s\S]*enter/);
