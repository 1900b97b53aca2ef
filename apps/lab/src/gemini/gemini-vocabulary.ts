import type { ToolVocabulary } from "../model/model-behaviour.js";

const bash = (command: string) => ({
  tool: "run_shell_command",
  input: { command, description: "run it" },
});

const question = {
  question: "Which color?",
  header: "Color",
  type: "choice",
  options: [
    { label: "Red", description: "like a rose" },
    { label: "Blue", description: "like the sea" },
  ],
};

/** The steps of a script (model/script.ts) that are tool calls of Gemini CLI. */
export const geminiVocabulary: ToolVocabulary = {
  bash: (command) => [bash(command)],
  "two-bash": (commands) => commands.split("|||").map((command) => bash(command.trim())),
  read: (path) => [{ tool: "read_file", input: { file_path: path } }],
  write: (path) => [{ tool: "write_file", input: { file_path: path, content: "one line\n" } }],
  ask: () => [{ tool: "ask_user", input: { questions: [question] } }],
  // A subagent's script is written with ## for %%.
  agent: (script) => [
    {
      tool: "invoke_agent",
      input: { agent_name: "generalist", prompt: `%%BEGIN ${script.replaceAll("##", "%%")} %%END` },
    },
  ],
  "complete-task": (response) => [{ tool: "complete_task", input: { result: { response } } }],
};
