import { defineAdapter, type HarnessAdapter } from "@hexokit/core";
import { antigravityCapabilities } from "./antigravity-capabilities.js";
import { antigravityFiles, antigravityManifest } from "./antigravity-harness.js";
import { inspectAntigravity, planAntigravity } from "./antigravity-install.js";
import { findAntigravityTranscript } from "./antigravity-transcript.js";
import { translator } from "./hook.js";

/** Antigravity CLI (`agy`) as a harness. */
export const antigravityAdapter: HarnessAdapter = defineAdapter({
  contract: 1,
  ...antigravityManifest,
  capabilities: antigravityCapabilities,
  standIn: { kind: "executable", path: ".local/bin/agy" },
  translator,
  files: antigravityFiles,
  plan: (request) => planAntigravity(request, translator.events),
  inspect: (files, forwarder) => inspectAntigravity(files, forwarder, translator.events),
  transcript: findAntigravityTranscript,
});

export default antigravityAdapter;
export { antigravityPayloads } from "./antigravity-payloads.js";
export { translator } from "./hook.js";
