import {
  fieldsOf,
  type JsonFields,
  listOf,
  type Owner,
  parseJson,
  requestOwner,
  textOf,
} from "@hexokit/core/hook";

/** The tool with which Codex asks in Plan mode and waits for the answer. */
export const blockingQuestion = "request_user_input";

/** The tool with which Codex asks and works on; its answer comes as a message. */
export const asyncQuestion = "request_user_input_async";

/** A question's own id: tool, call and place in the call, as an answer names it (`questionItemId`, 0.171.0). */
export interface QuestionId {
  readonly tool: string;
  readonly call: string;
  readonly index: number;
}

export function questionOwner(child: string | undefined, { tool, call, index }: QuestionId): Owner {
  return requestOwner(child, JSON.stringify([tool, call, index]));
}

/** What each question of a call asks; blocking ones have `question`, the others `title`. */
export function questionTexts(input: unknown): readonly string[] {
  return listOf(fieldsOf(input).questions).map((question) => {
    const fields: JsonFields = fieldsOf(question);
    return textOf(fields.question) ?? textOf(fields.title) ?? "";
  });
}

/** Codex took the questions; `{"accepted":true}` as text or as an object. */
export function isAccepted(response: unknown): boolean {
  return fieldsOf(typeof response === "string" ? parseJson(response) : response).accepted === true;
}

const reply =
  /^\s*<send_user_message_question_reply>\s*([\s\S]*?)\s*<\/send_user_message_question_reply>\s*$/;

/**
 * The questions that a message answers, where it is such an answer: the TUI's widget writes one, a person
 * who types does not. Undefined for an ordinary message.
 */
export function answeredQuestions(message: unknown): readonly QuestionId[] | undefined {
  const body = typeof message === "string" ? reply.exec(message)?.[1] : undefined;
  if (body === undefined) return undefined;
  return listOf(parseJson(body))
    .map((answer) => parseJson(fieldsOf(answer).questionItemId))
    .flatMap((id) => {
      const [tool, call, index] = listOf(id);
      return typeof tool === "string" && typeof call === "string" && typeof index === "number"
        ? [{ tool, call, index }]
        : [];
    });
}
