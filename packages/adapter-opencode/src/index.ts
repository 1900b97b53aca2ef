import { defineAdapter, type HarnessAdapter } from "@hexokit/core";
import { translator } from "./hook.js";
import { opencodeCapabilities } from "./opencode-capabilities.js";
import { moduleName, opencodeFiles, opencodeManifest } from "./opencode-harness.js";
import { inspectOpencode, planOpencode } from "./opencode-install.js";
import { findOpencodeTranscript } from "./opencode-transcript.js";

/** OpenCode as a harness. */
export const opencodeAdapter: HarnessAdapter = defineAdapter({
  contract: 1,
  ...opencodeManifest,
  capabilities: opencodeCapabilities,
  standIn: { kind: "executable", path: "node_modules/opencode-ai/bin/opencode.exe" },
  translator,
  modules: [moduleName],
  files: opencodeFiles,
  plan: planOpencode,
  inspect: (files, forwarder) => inspectOpencode(files, forwarder, translator.events),
  transcript: findOpencodeTranscript,
});

export default opencodeAdapter;
export { translator } from "./hook.js";
export { type ExportOptions, exportSession } from "./opencode-export.js";
export { opencodePayloads } from "./opencode-payloads.js";
