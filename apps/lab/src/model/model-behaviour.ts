import type { ServerResponse } from "node:http";
import type { AccessLog } from "./access-log.js";

/** Turns a step of the script into tool calls of one harness. */
export type ToolVocabulary = Readonly<Record<string, (detail: string) => readonly ToolUse[]>>;

export interface ToolUse {
  readonly tool: string;
  readonly input: object;
}

/**
 * Answers one request whole, where the library does not know a harness's protocol well enough. It says in the
 * log which step it is about to take, as `verb: detail`: scenarios wait for that.
 */
export type ModelRoute = (body: unknown, response: ServerResponse, log: AccessLog) => void | Promise<void>;

/** How one harness talks with a model. */
export interface ModelBehaviour {
  /** Steps of a script (script.ts) that are tool calls. */
  readonly tools: ToolVocabulary;
  /** The answer to a side request, one that offers no tools; `{"title":"A title"}` when absent. */
  readonly sideAnswer?: string;
  /** Path → handler of POST requests that this harness needs for itself: `/v1/responses`. */
  readonly routes?: Readonly<Record<string, ModelRoute>>;
}
