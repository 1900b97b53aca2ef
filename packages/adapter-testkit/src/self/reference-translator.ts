import { type HookInput, type HookOutcome, type HookTranslator, toolOwner } from "@hexokit/core/hook";

const events = [
  "SessionStart",
  "Prompt",
  "ToolStart",
  "ToolEnd",
  "Ask",
  "Answer",
  "ChildStart",
  "ChildEnd",
  "Interrupt",
  "Stop",
].map((name) => ({ name, timeout: 3 }));

type Fields = Readonly<Record<string, unknown>>;

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

function changeOf(event: string, fields: Fields, child: string | undefined): object | undefined {
  const owner = toolOwner(child, text(fields.tool) ?? "", fields.input);
  const active = child === undefined ? { turn: { is: "active" } } : {};
  switch (event) {
    case "SessionStart":
      return { turn: { is: "idle" } };
    case "Prompt":
      return { turn: { is: "active" }, settle: "main" };
    case "ToolStart":
      return { ...active, tool: { is: "start", owner } };
    case "ToolEnd":
      return { tool: { is: "end", owner } };
    case "Ask":
      return { ...active, ask: { owner, reason: "permission" } };
    case "Answer":
      return { settle: { owner } };
    case "ChildStart":
      return child === undefined ? undefined : { children: { start: child } };
    case "ChildEnd":
      return child === undefined ? undefined : { children: { end: child } };
    case "Interrupt":
    case "Stop":
      return child === undefined ? { turn: { is: "idle" } } : undefined;
    default:
      return undefined;
  }
}

function translate({ event, payload }: HookInput): HookOutcome {
  const fields: Fields = typeof payload === "object" && payload !== null ? (payload as Fields) : {};
  const session = text(fields.session);
  if (session === undefined) return { kind: "ignore", why: "payload" };
  const child = text(fields.child);
  const change = changeOf(event, fields, child);
  if (change === undefined) return { kind: "ignore", why: "not-a-signal" };
  return { kind: "event", session, ...(child === undefined ? {} : { child }), ...change };
}

/** The light half of the reference adapter. */
export const translator: HookTranslator = {
  id: "reference",
  events,
  recognise: ({ executable }) =>
    executable?.endsWith("/reference-agent/bin/agent") === true ? "agent" : undefined,
  translate,
};
