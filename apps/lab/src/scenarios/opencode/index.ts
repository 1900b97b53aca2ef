import type { Scenario } from "../../scenario/scenario.js";
import { asks } from "./asks.js";
import { ends } from "./ends.js";
import { turns } from "./turns.js";

/** Paths through OpenCode's life that are known to matter. */
export const opencodeScenarios: readonly Scenario[] = [...turns, ...asks, ...ends];
