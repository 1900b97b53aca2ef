import type { ModelStep } from "../model/script.js";
import type { CodexRequest } from "./codex-request.js";

type Item = Readonly<Record<string, unknown>>;

export function message(id: string, text: string): Item {
  return {
    type: "message",
    role: "assistant",
    id,
    content: [{ type: "output_text", text, annotations: [] }],
  };
}

/** The models of this time call all tools but a few from JavaScript, by one custom tool. */
function script(number: number, input: string): Item {
  return { type: "custom_tool_call", id: `ctc_${number}`, call_id: `call_${number}`, name: "exec", input };
}

function command(number: number, parameters: object): Item {
  return script(number, `const r = await tools.exec_command(${JSON.stringify(parameters)}); text(r);`);
}

function call(number: number, name: string, parameters: object, namespace?: string): Item {
  const place = namespace === undefined ? {} : { namespace };
  const id = { id: `fc_${number}`, call_id: `call_${number}` };
  return { type: "function_call", ...id, name, ...place, arguments: JSON.stringify(parameters) };
}

const colors = { title: "Which color?", options: ["Red (Recommended)", "Blue"] };
const sizes = { title: "Which size?", options: ["Big", "Small"] };

const planQuestion = {
  id: "color",
  header: "Color",
  question: "Which color?",
  options: [
    { label: "Red (Recommended)", description: "like a rose" },
    { label: "Blue", description: "like the sea" },
  ],
};

/** The items that a step of the script (model/script.ts) stands for, in the answer of this number. */
export function codexItems(
  { verb, detail }: ModelStep,
  request: CodexRequest,
  number: number,
): readonly Item[] {
  const text = (words: string) => [message(`msg_${number}`, words)];
  switch (verb) {
    case "say":
      return text(detail);
    case "title":
      return text('{"title":"A title"}');
    case "review":
      return text(
        '{"risk_level":"low","user_authorization":"high","outcome":"allow","rationale":"harmless"}',
      );
    case "bash":
      return [command(number, { cmd: detail })];
    // Outside the sandbox: this is what a person is asked about.
    case "escalate":
      return [
        command(number, {
          cmd: detail,
          sandbox_permissions: "require_escalated",
          justification: "May this be done outside?",
        }),
      ];
    case "patch": {
      const patch = `*** Begin Patch\n*** Add File: ${detail}\n+one line\n*** End Patch\n`;
      return [script(number, `const r = await tools.apply_patch(${JSON.stringify(patch)}); text(r);`)];
    }
    case "ask":
      return [call(number, "request_user_input", { questions: [planQuestion] })];
    case "ask-async":
      return [
        call(number, "request_user_input_async", { questions: [colors, sizes].slice(0, Number(detail)) }),
      ];
    // A child's script is written with ## for %%.
    case "agent": {
      const task = `%%BEGIN ${detail.replaceAll("##", "%%")} %%END`;
      const parameters = { message: task, task_name: `kid_${number}`, fork_turns: "none" };
      return [call(number, "spawn_agent", parameters, request.agentNamespace)];
    }
    case "wait":
      return [call(number, "wait_agent", { timeout_ms: Number(detail) * 1000 }, request.agentNamespace)];
    default:
      return text(`The script has no step "${verb}".`);
  }
}
