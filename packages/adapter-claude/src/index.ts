import { defineAdapter, type HarnessAdapter } from "@hexokit/core";
import { claudeCapabilities } from "./claude-capabilities.js";
import { claudeFiles, claudeManifest } from "./claude-harness.js";
import { inspectClaude, planClaude } from "./claude-install.js";
import { observeClaude } from "./claude-observe.js";
import { findClaudeTranscript } from "./claude-transcript.js";
import { translator } from "./hook.js";

/** Claude Code as a harness. */
export const claudeAdapter: HarnessAdapter = defineAdapter({
  contract: 1,
  ...claudeManifest,
  capabilities: claudeCapabilities,
  standIn: { kind: "executable", path: "node_modules/@anthropic-ai/claude-code/bin/claude.exe" },
  translator,
  files: claudeFiles,
  plan: (request) => planClaude(request, translator.events),
  inspect: (files, forwarder) => inspectClaude(files, forwarder, translator.events),
  transcript: findClaudeTranscript,
  observe: observeClaude,
});

export default claudeAdapter;
export { claudePayloads } from "./claude-payloads.js";
export { translator } from "./hook.js";
