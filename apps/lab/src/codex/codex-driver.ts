import { setTimeout as sleep } from "node:timers/promises";
import { codexAdapter } from "@hexokit/adapter-codex";
import { addProgram } from "../sandbox/sandbox.js";
import type { HarnessDriver } from "../scenario/harness-driver.js";
import { screen } from "../scenario/sight.js";
import type { Pane } from "../tmux/pane.js";
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

/** The dialog throws away what is typed in its first moments: a person looks, and presses again. 2: trust all; 3: none. */
export async function answerHooksDialog(pane: Pane, option: "2" | "3"): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    await sleep(700);
    const { text } = await pane.capture();
    if (!/Hooks need review/.test(text)) return;
    await pane.press(text.includes(`› ${option}. `) ? "Enter" : option);
  }
}

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
      await agent.step("trust the hooks", () => answerHooksDialog(agent.pane, "2"));
    }
    await agent.sees(screen(prompt, /Hooks need review/), 30_000);
  },
  variant: codexVariant,
  statuses: readCodexLocks,
  leftovers: codexSockets,
};
