import type { ToolVocabulary } from "../model/model-behaviour.js";

const bash = (command: string, more: object = {}) => ({
  tool: "Bash",
  input: { command, description: "run it", ...more },
});

const question = {
  question: "Which color?",
  header: "Color",
  multi_select: false,
  options: [
    { label: "Red", description: "like a rose" },
    { label: "Blue", description: "like the sea" },
  ],
};

/** A subagent's script is written with ## for %%. */
const agent = (script: string, more: object = {}) => ({
  tool: "Agent",
  input: {
    description: "a helper",
    prompt: `%%BEGIN ${script.replaceAll("##", "%%")} %%END`,
    subagent_type: "coder",
    ...more,
  },
});

/** The steps of a script (model/script.ts) that are tool calls of Kimi Code. */
export const kimiVocabulary: ToolVocabulary = {
  bash: (command) => [bash(command)],
  "bash-background": (command) => [bash(command, { run_in_background: true })],
  "two-bash": (commands) => commands.split("|||").map((command) => bash(command.trim())),
  write: (path) => [{ tool: "Write", input: { path, content: "one line\n" } }],
  ask: () => [{ tool: "AskUserQuestion", input: { questions: [question] } }],
  agent: (script) => [agent(script)],
  "two-agents": (scripts) => scripts.split("|||").map((script) => agent(script.trim())),
  "agent-background": (script) => [agent(script, { run_in_background: true })],
};
