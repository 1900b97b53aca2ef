import type { Scenario } from "../../scenario/scenario.js";
import { children } from "./children.js";
import { daemon } from "./daemon.js";
import { ends } from "./ends.js";
import { interrupts } from "./interrupts.js";
import { nested } from "./nested.js";
import { permissions } from "./permissions.js";
import { questions } from "./questions.js";
import { sessions } from "./sessions.js";
import { trust } from "./trust.js";
import { turns } from "./turns.js";

/** Every path through Codex's life that is known to matter. */
export const codexScenarios: readonly Scenario[] = [
  ...turns,
  ...trust,
  ...permissions,
  ...questions,
  ...interrupts,
  ...children,
  ...sessions,
  ...ends,
  ...nested,
  ...daemon,
];
