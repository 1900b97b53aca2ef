import { claudeAdapter } from "@hexokit/adapter-claude";
import { addProgram } from "../sandbox/sandbox.js";
import type { HarnessDriver } from "../scenario/harness-driver.js";
import {
  claudeDaemonFolders,
  claudeEnvironment,
  readClaudeStatuses,
  seedClaudeHome,
  writeClaudeSettings,
} from "./claude-home.js";
import { claudeVariant, recorderHooks } from "./claude-recorder.js";
import { claudeVocabulary } from "./claude-vocabulary.js";

/** Tools that run without a question: `work <seconds> [exit code]` stands for any long command. */
const allowed = ["Bash(work:*)", "Bash(nested:*)"];

export const claudeDriver: HarnessDriver = {
  id: "claude",
  package: "@anthropic-ai/claude-code",
  adapter: claudeAdapter,
  model: { tools: claudeVocabulary },
  program: "claude",
  ready: /^❯\s*$/m,
  environment: claudeEnvironment,
  seed(sandbox, { harness }) {
    addProgram(sandbox, "work", 'sleep "$1"; exit $2');
    seedClaudeHome(sandbox, harness.version);
    writeClaudeSettings(sandbox, { permissions: { allow: allowed } });
  },
  record: (sandbox) => writeClaudeSettings(sandbox, { hooks: recorderHooks(sandbox) }),
  variant: claudeVariant,
  statuses: readClaudeStatuses,
  leftovers: claudeDaemonFolders,
};
