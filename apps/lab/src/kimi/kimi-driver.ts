import { kimiAdapter } from "@hexokit/adapter-kimi";
import { addProgram } from "../sandbox/sandbox.js";
import type { HarnessDriver } from "../scenario/harness-driver.js";
import { kimiEnvironment, recordKimi, trustFolder, writeKimiConfig } from "./kimi-home.js";
import { kimiVariant } from "./kimi-variant.js";
import { kimiVocabulary } from "./kimi-vocabulary.js";

export const kimiDriver: HarnessDriver = {
  id: "kimi",
  package: "@moonshot-ai/kimi-code",
  node: "22",
  adapter: kimiAdapter,
  model: { tools: kimiVocabulary },
  program: "kimi",
  ready: /context: \d+%/,
  environment: kimiEnvironment,
  seed(sandbox, { modelUrl }) {
    addProgram(sandbox, "work", 'sleep "$1"; exit $2');
    writeKimiConfig(sandbox, modelUrl);
    trustFolder(sandbox, sandbox.project);
  },
  record: recordKimi,
  variant: kimiVariant,
  // Kimi Code keeps no record of which process has which session.
  statuses: () => [],
};
