import type { ToolVocabulary } from "../model/model-behaviour.js";

const bash = (command: string, more: object = {}) => ({
  tool: "bash",
  input: { command, description: "run it", ...more },
});

/** A child's script is written with ## for %%. */
const agent = (script: string, mode: "background" | "sync") => ({
  tool: "task",
  input: {
    agent_type: "general-purpose",
    name: "helper",
    description: "a helper",
    prompt: `%%BEGIN ${script.replaceAll("##", "%%")} %%END`,
    mode,
  },
});

const color = {
  type: "object",
  properties: { color: { type: "string", title: "Color" } },
  required: ["color"],
};

/** The steps of a script (model/script.ts) that are tool calls of Copilot CLI. */
export const copilotVocabulary: ToolVocabulary = {
  bash: (command) => [bash(command)],
  "bash-background": (command) => [bash(command, { mode: "async", shellId: "lab" })],
  "two-bash": (commands) => commands.split("|||").map((command) => bash(command.trim())),
  create: (path) => [{ tool: "create", input: { path, file_text: "one line\n" } }],
  view: (path) => [{ tool: "view", input: { path } }],
  ask: () => [{ tool: "ask_user", input: { message: "Which color?", requestedSchema: color } }],
  plan: () => [
    {
      tool: "exit_plan_mode",
      input: { summary: "Do it", actions: ["interactive"], recommendedAction: "interactive" },
    },
  ],
  agent: (script) => [agent(script, "background")],
  "agent-sync": (script) => [agent(script, "sync")],
};
