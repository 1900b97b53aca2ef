import { opencodeAdapter } from "@hexokit/adapter-opencode";
import { addProgram } from "../sandbox/sandbox.js";
import type { HarnessDriver } from "../scenario/harness-driver.js";
import { screen } from "../scenario/sight.js";
import { opencodeEnvironment, pluginPackage, seedOpencodeHome } from "./opencode-home.js";
import { opencodeVariant, recordOpencode } from "./opencode-recorder.js";
import { opencodeVocabulary } from "./opencode-vocabulary.js";

const prompt = /ctrl\+p commands/;

export const opencodeDriver: HarnessDriver = {
  id: "opencode",
  package: "opencode-ai",
  companions: [`${pluginPackage}@${opencodeAdapter.verified.version}`],
  adapter: opencodeAdapter,
  model: { tools: opencodeVocabulary, sideAnswer: "A title" },
  program: "opencode",
  ready: prompt,
  environment: opencodeEnvironment,
  seed(sandbox, seeding) {
    addProgram(sandbox, "work", 'sleep "$1"; exit $2');
    addProgram(sandbox, "nested", 'opencode run "%%BEGIN say: nested answer %%END"');
    seedOpencodeHome(sandbox, seeding);
  },
  record: recordOpencode,
  async arrive(agent) {
    // The first start of a home makes its database.
    await agent.sees(screen(prompt), 60_000);
  },
  variant: opencodeVariant,
  statuses: () => [],
};
