import type { Scenario } from "../../scenario/scenario.js";
import { children } from "./children.js";
import { ends } from "./ends.js";
import { interrupts } from "./interrupts.js";
import { permissions } from "./permissions.js";
import { questions } from "./questions.js";
import { sessions } from "./sessions.js";
import { turns } from "./turns.js";

/** Every path through Kimi Code's life that is known to matter. */
export const kimiScenarios: readonly Scenario[] = [
  ...turns,
  ...permissions,
  ...questions,
  ...interrupts,
  ...children,
  ...sessions,
  ...ends,
];
