import type { HookTranslator } from "@hexokit/core/hook";
import { claudeEvents, translateClaude } from "./claude-events.js";
import { recogniseClaude } from "./claude-processes.js";

/** The light half of the adapter: what runs on every event. */
export const translator: HookTranslator = {
  id: "claude",
  events: claudeEvents,
  recognise: recogniseClaude,
  translate: translateClaude,
};
