import type { Scenario } from "../../scenario/scenario.js";
import { background } from "./background.js";
import { conditions } from "./conditions.js";
import { daemon } from "./daemon.js";
import { ends } from "./ends.js";
import { interrupts } from "./interrupts.js";
import { panes } from "./panes.js";
import { permissions } from "./permissions.js";
import { questions } from "./questions.js";
import { sessions } from "./sessions.js";
import { starts } from "./starts.js";
import { turns } from "./turns.js";

/** Every path through Claude Code's life that is known to matter. */
export const claudeScenarios: readonly Scenario[] = [
  ...turns,
  ...permissions,
  ...questions,
  ...interrupts,
  ...background,
  ...sessions,
  ...ends,
  ...daemon,
  ...panes,
  ...starts,
  ...conditions,
];
