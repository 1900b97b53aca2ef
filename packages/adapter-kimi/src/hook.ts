import type { HookTranslator } from "@hexokit/core/hook";
import { kimiEvents, translateKimi } from "./kimi-events.js";
import { recogniseKimi } from "./kimi-processes.js";

/** The light half of the adapter: what runs on every event. */
export const translator: HookTranslator = {
  id: "kimi",
  events: kimiEvents,
  recognise: recogniseKimi,
  translate: translateKimi,
};
