import { defineAdapter, type HarnessAdapter } from "@hexokit/core";
import { translator } from "./hook.js";
import { kimiCapabilities } from "./kimi-capabilities.js";
import { kimiFiles, kimiManifest } from "./kimi-harness.js";
import { inspectKimi, planKimi } from "./kimi-install.js";
import { observeKimi } from "./kimi-observe.js";
import { findKimiTranscript } from "./kimi-transcript.js";
import { verifyKimi } from "./kimi-verify.js";

/** Kimi Code as a harness. */
export const kimiAdapter: HarnessAdapter = defineAdapter({
  contract: 1,
  ...kimiManifest,
  capabilities: kimiCapabilities,
  standIn: { kind: "node-script", path: "node_modules/@moonshot-ai/kimi-code/dist/main.mjs" },
  translator,
  files: kimiFiles,
  plan: (request) => planKimi(request, translator.events),
  inspect: (files, forwarder, version) => inspectKimi(files, forwarder, version, translator.events),
  verify: verifyKimi,
  transcript: findKimiTranscript,
  observe: observeKimi,
});

export default kimiAdapter;
export { translator } from "./hook.js";
export { kimiPayloads } from "./kimi-payloads.js";
export { projectWire, type WireAsk, type WireProjection } from "./kimi-wire.js";
