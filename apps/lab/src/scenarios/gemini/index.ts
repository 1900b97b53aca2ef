import type { Scenario } from "../../scenario/scenario.js";
import { conditions } from "./conditions.js";
import { ends } from "./ends.js";
import { interrupts } from "./interrupts.js";
import { permissions } from "./permissions.js";
import { sessions } from "./sessions.js";
import { turns } from "./turns.js";

/** Every path through Gemini CLI's life that is known to matter. */
export const geminiScenarios: readonly Scenario[] = [
  ...turns,
  ...permissions,
  ...interrupts,
  ...sessions,
  ...ends,
  ...conditions,
];
