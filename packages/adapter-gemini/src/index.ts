import { defineAdapter, type HarnessAdapter } from "@hexokit/core";
import { geminiCapabilities } from "./gemini-capabilities.js";
import { geminiFiles, geminiManifest } from "./gemini-harness.js";
import { inspectGemini, planGemini } from "./gemini-install.js";
import { observeGemini } from "./gemini-observe.js";
import { findGeminiTranscript } from "./gemini-transcript.js";
import { translator } from "./hook.js";

/** Gemini CLI as a harness. */
export const geminiAdapter: HarnessAdapter = defineAdapter({
  contract: 1,
  ...geminiManifest,
  capabilities: geminiCapabilities,
  standIn: { kind: "node-script", path: "node_modules/@google/gemini-cli/bundle/gemini.js" },
  translator,
  files: geminiFiles,
  plan: (request) => planGemini(request, translator.events),
  inspect: (files, forwarder) => inspectGemini(files, forwarder, translator.events),
  transcript: findGeminiTranscript,
  observe: observeGemini,
});

export default geminiAdapter;
export { geminiPayloads } from "./gemini-payloads.js";
export { translator } from "./hook.js";
