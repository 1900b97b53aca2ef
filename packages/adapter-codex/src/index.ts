import { defineAdapter, type HarnessAdapter } from "@hexokit/core";
import { codexCapabilities } from "./codex-capabilities.js";
import { codexFiles, codexManifest } from "./codex-harness.js";
import { inspectCodex, planCodex } from "./codex-install.js";
import { observeCodex } from "./codex-observe.js";
import { findCodexTranscript } from "./codex-transcript.js";
import { verifyCodex } from "./codex-verify.js";
import { translator } from "./hook.js";

/** Codex as a harness. */
export const codexAdapter: HarnessAdapter = defineAdapter({
  contract: 1,
  ...codexManifest,
  capabilities: codexCapabilities,
  standIn: {
    kind: "executable",
    path: "node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
  },
  translator,
  files: codexFiles,
  plan: (request) => planCodex(request, translator.events),
  inspect: (files, forwarder) => inspectCodex(files, forwarder, translator.events),
  transcript: findCodexTranscript,
  observe: observeCodex,
  verify: verifyCodex,
});

export default codexAdapter;
export { codexPayloads } from "./codex-payloads.js";
export { projectRollout, type RolloutProjection } from "./codex-rollout.js";
export { codexHookHash } from "./codex-trust.js";
export { translator } from "./hook.js";
