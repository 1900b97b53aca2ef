import type { ToolVocabulary } from "../model/model-behaviour.js";

const colors = {
  question: "Which color?",
  header: "Color",
  options: [
    { label: "Red", description: "like a rose" },
    { label: "Blue", description: "like the sea" },
  ],
};

/** The steps of a script (model/script.ts) that are tool calls of OpenCode. */
export const opencodeVocabulary: ToolVocabulary = {
  bash: (command) => [{ tool: "bash", input: { command, description: "run it" } }],
  ask: () => [{ tool: "question", input: { questions: [colors] } }],
  // The main turn waits for it; its script is written with ## for %%.
  task: (script) => [
    {
      tool: "task",
      input: {
        description: "a helper",
        prompt: `%%BEGIN ${script.replaceAll("##", "%%")} %%END`,
        subagent_type: "general",
      },
    },
  ],
};
