import type { ToolVocabulary } from "../model/model-behaviour.js";

const bash = (command: string, more: object = {}) => ({
  tool: "Bash",
  input: { command, description: "run it", ...more },
});

const question = {
  question: "Which color?",
  header: "Color",
  multiSelect: false,
  options: [
    { label: "Red", description: "like a rose" },
    { label: "Blue", description: "like the sea" },
  ],
};

/** The steps of a script (model/script.ts) that are tool calls of Claude Code. */
export const claudeVocabulary: ToolVocabulary = {
  bash: (command) => [bash(command)],
  "bash-background": (command) => [bash(command, { run_in_background: true })],
  "two-bash": (commands) => commands.split("|||").map((command) => bash(command.trim())),
  write: (path) => [{ tool: "Write", input: { file_path: path, content: "one line\n" } }],
  "write-large": (path) => [
    { tool: "Write", input: { file_path: path, content: "0123456789abcde\n".repeat(65_536) } },
  ],
  edit: (path) => [{ tool: "Edit", input: { file_path: path, old_string: "one", new_string: "two" } }],
  ask: () => [{ tool: "AskUserQuestion", input: { questions: [question] } }],
  plan: () => [{ tool: "ExitPlanMode", input: { plan: "# Plan\n1. Do it" } }],
  // Claude runs every subagent in the background; its script is written with ## for %%.
  agent: (script) => [
    {
      tool: "Agent",
      input: {
        description: "a helper",
        prompt: `%%BEGIN ${script.replaceAll("##", "%%")} %%END`,
        subagent_type: "general-purpose",
      },
    },
  ],
  stop: (id) => [{ tool: "TaskStop", input: { task_id: id } }],
};
