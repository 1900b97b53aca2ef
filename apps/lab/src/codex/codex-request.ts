/** What of a request of the Responses API tells which answer is due. */
export interface CodexRequest {
  /** As in a chat: tool calls are the assistant's, their results the tool's. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Codex asks for a title of the thread. */
  readonly isTitle: boolean;
  /** Codex asks whether an action may be done without a person (`approvals_reviewer = "auto_review"`). */
  readonly isReview: boolean;
  /** Namespace of the tools that start subagents, where the model has such. */
  readonly agentNamespace: string | undefined;
}

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly tools?: readonly Tool[];
}

interface Tool {
  readonly type?: string;
  readonly name?: string;
  readonly tools?: readonly Tool[];
}

/** gpt-6-sol gets its tools as an item of the input, in namespaces (0.171.0). */
function namespaceOf(tools: readonly Tool[], name: string): string | undefined {
  return tools.find((tool) => tool.type === "namespace" && tool.tools?.some((inner) => inner.name === name))
    ?.name;
}

function roleOf({ type = "", role }: Item): string {
  if (type === "message") return role ?? "user";
  // A subagent's task comes as a message of its parent.
  if (type.includes("agent_message")) return "user";
  if (type.endsWith("_call")) return "assistant";
  return type.endsWith("_output") ? "tool" : "other";
}

/** All words of an item: a subagent's task has another shape than a person's prompt. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(textOf).join("\n");
}

export function readCodexRequest(body: unknown): CodexRequest {
  const {
    input,
    tools = [],
    instructions = "",
  } = body as {
    readonly input?: readonly Item[];
    readonly tools?: readonly Tool[];
    readonly instructions?: string;
  };
  const items = Array.isArray(input) ? (input as readonly Item[]) : [];
  const messages = items
    .map((item) => ({ role: roleOf(item), content: textOf(item) }))
    .filter(({ role }) => role !== "other");
  const text = JSON.stringify(items);
  const all = [...tools, ...items.flatMap((item) => item.tools ?? [])];
  return {
    // Several calls of one answer are one step.
    messages: messages.filter(
      ({ role }, index) => role !== "assistant" || messages[index - 1]?.role !== "assistant",
    ),
    isTitle: text.includes("Generate a concise, single-line task title"),
    isReview: instructions.includes("risk_level") || text.includes("risk_level"),
    agentNamespace: namespaceOf(all, "spawn_agent"),
  };
}
