import type { HookTranslator } from "@hexokit/core/hook";
import { copilotEvents, translateCopilot } from "./copilot-events.js";
import { recogniseCopilot } from "./copilot-processes.js";

/** The light half of the adapter: what runs on every event. */
export const translator: HookTranslator = {
  id: "copilot",
  events: copilotEvents,
  recognise: recogniseCopilot,
  translate: translateCopilot,
};
