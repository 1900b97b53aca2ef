import type { HookTranslator } from "@hexokit/core/hook";
import { opencodeEvents, translateOpencode } from "./opencode-events.js";
import { recogniseOpencode } from "./opencode-processes.js";

/** The light half of the adapter: what runs on every event. */
export const translator: HookTranslator = {
  id: "opencode",
  events: opencodeEvents,
  recognise: recogniseOpencode,
  translate: translateOpencode,
};
