import { copilotAdapter } from "@hexokit/adapter-copilot";
import { addProgram } from "../sandbox/sandbox.js";
import type { HarnessDriver } from "../scenario/harness-driver.js";
import { copilotEnvironment, readCopilotLocks, seedCopilotHome } from "./copilot-home.js";
import { copilotVariant, recordCopilot } from "./copilot-recorder.js";
import { copilotVocabulary } from "./copilot-vocabulary.js";

export const copilotDriver: HarnessDriver = {
  id: "copilot",
  package: "@github/copilot",
  adapter: copilotAdapter,
  model: { tools: copilotVocabulary },
  program: "copilot",
  // The input line is there before the hooks are: while they load, the last line says so.
  ready: /^❯\s*$[\s\S]*tab next tab/m,
  environment: copilotEnvironment,
  seed(sandbox, { harness }) {
    addProgram(sandbox, "work", 'sleep "$1"; exit $2');
    seedCopilotHome(sandbox, harness.folder);
  },
  record: recordCopilot,
  variant: copilotVariant,
  statuses: readCopilotLocks,
};
