import { defineAdapter, type HarnessAdapter } from "@hexokit/core";
import { copilotCapabilities } from "./copilot-capabilities.js";
import { copilotFiles, copilotManifest } from "./copilot-harness.js";
import { inspectCopilot, planCopilot } from "./copilot-install.js";
import { observeCopilot } from "./copilot-observe.js";
import { findCopilotTranscript } from "./copilot-transcript.js";
import { translator } from "./hook.js";

/** GitHub Copilot CLI as a harness. */
export const copilotAdapter: HarnessAdapter = defineAdapter({
  contract: 1,
  ...copilotManifest,
  capabilities: copilotCapabilities,
  standIn: { kind: "executable", path: "node_modules/@github/copilot-linux-x64/copilot" },
  translator,
  files: copilotFiles,
  plan: (request) => planCopilot(request, translator.events),
  inspect: (files, forwarder) => inspectCopilot(files, forwarder, translator.events),
  transcript: findCopilotTranscript,
  observe: observeCopilot,
});

export default copilotAdapter;
export { type LogProjection, projectLog } from "./copilot-event-log.js";
export { copilotPayloads } from "./copilot-payloads.js";
export { translator } from "./hook.js";
