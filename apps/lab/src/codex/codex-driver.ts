import { codexAdapter } from "@hexokit/adapter-codex";
import { addProgram } from "../sandbox/sandbox.js";
import type { HarnessDriver } from "../scenario/harness-driver.js";
import { screen } from "../scenario/sight.js";
import {
  areHooksNew,
  codexEnvironment,
  codexSockets,
  readCodexLocks,
  writeCodexConfig,
} from "./codex-home.js";
import { codexModel } from "./codex-model.js";
import { codexVariant, recordCodex } from "./codex-recorder.js";

/** Asked at a start with hooks that the user has not seen. */
export const hooksDialog = screen(/Hooks need review/);
const prompt = /^› (?!\d\.)/m;

export const codexDriver: HarnessDriver = {
  id: "codex",
  package: "@openai/codex",
  adapter: codexAdapter,
  model: codexModel,
  program: "codex",
  ready: prompt,
  environment: codexEnvironment,
  seed(sandbox, { modelUrl }) {
    addProgram(sandbox, "work", 'sleep "$1"; exit $2');
    writeCodexConfig(sandbox, modelUrl);
  },
  record: recordCodex,
  async arrive(agent, sandbox) {
    // Only the user can say that hooks may run; said once, it holds for every later start.
    if (areHooksNew(sandbox)) {
      await agent.sees(hooksDialog, 30_000);
      await agent.keys("2", "Enter");
    }
    await agent.sees(screen(prompt, /Hooks need review/), 30_000);
  },
  variant: codexVariant,
  statuses: readCodexLocks,
  leftovers: codexSockets,
};
