import type { HookTranslator } from "@hexokit/core/hook";
import { antigravityEvents, translateAntigravity } from "./antigravity-events.js";
import { recogniseAntigravity } from "./antigravity-processes.js";

/** The light half of the adapter: what runs on every event. */
export const translator: HookTranslator = {
  id: "antigravity",
  events: antigravityEvents,
  recognise: recogniseAntigravity,
  translate: translateAntigravity,
};
