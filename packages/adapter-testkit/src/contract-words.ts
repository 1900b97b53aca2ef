import type { HookOutcome } from "@hexokit/core/hook";

type Words = Readonly<Record<string, unknown>>;

const allowed = {
  kind: ["event", "ignore"],
  why: ["not-a-signal", "payload", "another-agent", "unattended"],
  turn: ["active", "idle"],
  turnOf: ["root", "innermost", undefined],
  tool: ["start", "end"],
  ask: ["permission", "question", "plan"],
  end: ["session", "process", undefined],
  reason: ["permission", "question", "plan", "error", "background", undefined],
} as const;

const isRecord = (value: unknown): value is Words =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown) => value === undefined || typeof value === "string";
const isTextList = (value: unknown) =>
  value === undefined || (Array.isArray(value) && value.every((item) => typeof item === "string"));
const isOneOf = (words: readonly unknown[], value: unknown) => words.includes(value);

/**
 * What in an outcome is not of the contract's shape or vocabulary. Types cannot say it of an adapter in
 * JavaScript, nor of a table that was looked up with a word from a payload.
 */
export function problemsOf(outcome: HookOutcome): readonly string[] {
  if (!isRecord(outcome)) return ["the outcome is no object"];
  if (outcome.kind === "ignore") return isOneOf(allowed.why, outcome.why) ? [] : ["why"];
  const { kind, session, child, turn, turnId, tool, ask, settle, children, end, reason } = outcome as Words;
  const fine: Readonly<Record<string, boolean>> = {
    kind: isOneOf(allowed.kind, kind),
    session: isText(session),
    child: isText(child),
    turnId: isText(turnId),
    turn:
      turn === undefined ||
      (isRecord(turn) &&
        isOneOf(allowed.turn, turn.is) &&
        isOneOf(allowed.turnOf, turn.of) &&
        isText(turn.id)),
    tool:
      tool === undefined ||
      (isRecord(tool) && isOneOf(allowed.tool, tool.is) && typeof tool.owner === "string"),
    ask:
      ask === undefined ||
      (isRecord(ask) &&
        isOneOf(allowed.ask, ask.reason) &&
        isText(ask.owner) &&
        isTextList(ask.siblings) &&
        isRequest(ask.request)),
    settle:
      settle === undefined ||
      isOneOf(["main", "root", "all"], settle) ||
      hasOneText(settle, ["owner", "child"]) ||
      (isRecord(settle) && settle.owners !== undefined && isTextList(settle.owners)),
    children: children === undefined || isChange(children),
    end: isOneOf(allowed.end, end),
    reason: isOneOf(allowed.reason, reason),
  };
  return Object.keys(fine).filter((member) => !fine[member]);
}

/** Members of an outcome that the contract does not have: an answer to the harness would be one. */
export function strangersIn(outcome: HookOutcome): readonly string[] {
  const known =
    outcome.kind === "ignore"
      ? ["kind", "why"]
      : ["kind", "session", "child", "turn", "turnId", "tool", "ask", "settle", "children", "end", "reason"];
  return Object.keys(outcome).filter((member) => !known.includes(member));
}

function isRequest(value: unknown): boolean {
  return value === undefined || (isRecord(value) && isText(value.tool) && isText(value.text));
}

function hasOneText(value: unknown, names: readonly string[]): boolean {
  if (!isRecord(value)) return false;
  const [name, ...others] = Object.keys(value);
  return name !== undefined && others.length === 0 && names.includes(name) && typeof value[name] === "string";
}

function isChange(value: unknown): boolean {
  if (isRecord(value) && Array.isArray(value.set)) return value.set.every((id) => typeof id === "string");
  return hasOneText(value, ["start", "end"]);
}
