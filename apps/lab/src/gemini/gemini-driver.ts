import { geminiAdapter } from "@hexokit/adapter-gemini";
import { addProgram } from "../sandbox/sandbox.js";
import type { HarnessDriver } from "../scenario/harness-driver.js";
import { geminiEnvironment, seedGeminiHome } from "./gemini-home.js";
import { geminiVariant, recordGemini } from "./gemini-recorder.js";
import { geminiVocabulary } from "./gemini-vocabulary.js";

/** The router's side request wants JSON, and asks again for ever without it. */
const sideAnswer = JSON.stringify({
  reasoning: "short",
  model_choice: "flash",
  next_speaker: "user",
  complexity_reasoning: "short",
  complexity_score: 1,
});

export const geminiDriver: HarnessDriver = {
  id: "gemini",
  package: "@google/gemini-cli",
  adapter: geminiAdapter,
  model: { tools: geminiVocabulary, sideAnswer },
  program: "gemini",
  ready: /^ [>*] {3}Type your message/m,
  environment: geminiEnvironment,
  seed(sandbox) {
    addProgram(sandbox, "work", 'sleep "$1"; exit $2');
    seedGeminiHome(sandbox);
  },
  record: recordGemini,
  variant: geminiVariant,
  // Which session a process has is written nowhere but in its hooks.
  statuses: () => [],
};
