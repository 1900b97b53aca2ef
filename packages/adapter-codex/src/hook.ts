import type { HookTranslator } from "@hexokit/core/hook";
import { codexEvents, translateCodex } from "./codex-events.js";
import { recogniseCodex } from "./codex-processes.js";
import { locateCodex } from "./codex-shown.js";

/** The light half of the adapter: what runs on every event. */
export const translator: HookTranslator = {
  id: "codex",
  events: codexEvents,
  recognise: recogniseCodex,
  translate: translateCodex,
  locate: locateCodex,
};
