import type { HookTranslator } from "@hexokit/core/hook";
import { geminiEvents, translateGemini } from "./gemini-events.js";
import { recogniseGemini } from "./gemini-processes.js";

/** The light half of the adapter: what runs on every event. */
export const translator: HookTranslator = {
  id: "gemini",
  events: geminiEvents,
  recognise: recogniseGemini,
  translate: translateGemini,
};
