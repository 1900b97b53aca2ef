import { claudeDriver } from "./claude/claude-driver.js";
import { codexDriver } from "./codex/codex-driver.js";
import { copilotDriver } from "./copilot/copilot-driver.js";
import { geminiDriver } from "./gemini/gemini-driver.js";
import { kimiDriver } from "./kimi/kimi-driver.js";
import { opencodeDriver } from "./opencode/opencode-driver.js";
import type { HarnessDriver } from "./scenario/harness-driver.js";
import type { Scenario } from "./scenario/scenario.js";
import { claudeScenarios } from "./scenarios/claude/index.js";
import { codexScenarios } from "./scenarios/codex/index.js";
import { copilotScenarios } from "./scenarios/copilot/index.js";
import { geminiScenarios } from "./scenarios/gemini/index.js";
import { kimiScenarios } from "./scenarios/kimi/index.js";
import { opencodeScenarios } from "./scenarios/opencode/index.js";

/** A harness that the lab can drive, with the paths through its life that are known to matter. */
export interface LabHarness {
  readonly driver: HarnessDriver;
  readonly scenarios: readonly Scenario[];
}

export const harnesses: readonly LabHarness[] = [
  { driver: claudeDriver, scenarios: claudeScenarios },
  { driver: codexDriver, scenarios: codexScenarios },
  { driver: copilotDriver, scenarios: copilotScenarios },
  { driver: geminiDriver, scenarios: geminiScenarios },
  { driver: opencodeDriver, scenarios: opencodeScenarios },
  { driver: kimiDriver, scenarios: kimiScenarios },
];
