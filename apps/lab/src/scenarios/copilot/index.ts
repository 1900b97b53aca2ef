import type { Scenario } from "../../scenario/scenario.js";
import { children } from "./children.js";
import { ends } from "./ends.js";
import { installation } from "./installation.js";
import { interrupts } from "./interrupts.js";
import { permissions } from "./permissions.js";
import { questions } from "./questions.js";
import { sessions } from "./sessions.js";
import { turns } from "./turns.js";

/** Every path through Copilot CLI's life that is known to matter. */
export const copilotScenarios: readonly Scenario[] = [
  ...turns,
  ...permissions,
  ...questions,
  ...interrupts,
  ...children,
  ...sessions,
  ...ends,
  ...installation,
];
