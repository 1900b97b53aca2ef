import type { ServerResponse } from "node:http";
import type { ModelBehaviour, ModelRoute } from "../model/model-behaviour.js";
import { slowText } from "../model/model-server.js";
import { dueStep, type ModelStep } from "../model/script.js";
import { type CodexRequest, readCodexRequest } from "./codex-request.js";
import { codexItems, message } from "./codex-vocabulary.js";

/** One line of the stream. */
type StreamEvent = Readonly<Record<string, unknown>> & { readonly type: string };

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 110,
};

function send(response: ServerResponse, event: StreamEvent): void {
  response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

function stepOf(request: CodexRequest): ModelStep {
  if (request.isTitle) return { verb: "title", detail: "" };
  if (request.isReview) return { verb: "review", detail: "" };
  return dueStep(request.messages);
}

/** Streams a text line by line for so many seconds; false when Codex hung up. */
async function streamSlowly(response: ServerResponse, id: string, seconds: number): Promise<boolean> {
  const item = { type: "message", role: "assistant", id, content: [] };
  send(response, { type: "response.output_item.added", output_index: 0, item });
  const words = slowText(seconds)
    .split(" ")
    .slice(0, seconds * 5);
  for (const word of words) {
    if (response.destroyed) return false;
    const place = { item_id: id, output_index: 0, content_index: 0 };
    send(response, { type: "response.output_text.delta", ...place, delta: `${word}\n` });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return !response.destroyed;
}

let responses = 0;

/** Answers a request of the Responses API as the script says; the library knows no tool kinds but functions. */
const answer: ModelRoute = async (body, response, log) => {
  const request = readCodexRequest(body);
  const step = stepOf(request);
  log.add("request", `${step.verb}: ${step.detail}`);
  if (step.verb === "error") {
    const error = { error: { message: `the script asks for status ${step.detail}` } };
    response
      .writeHead(Number(step.detail), { "content-type": "application/json" })
      .end(JSON.stringify(error));
    return;
  }
  responses += 1;
  const id = `resp_${responses}`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  send(response, { type: "response.created", response: { id } });
  if (step.verb === "hang") return;
  let items = codexItems(step, request, responses);
  if (step.verb === "slow") {
    const messageId = `msg_${responses}`;
    if (!(await streamSlowly(response, messageId, Number(step.detail)))) return;
    items = [
      message(
        messageId,
        `${slowText(Number(step.detail))
          .split(" ")
          .slice(0, Number(step.detail) * 5)
          .join("\n")}\nslow answer done`,
      ),
    ];
    send(response, { type: "response.output_item.done", output_index: 0, item: items[0] });
  } else {
    for (const [index, item] of items.entries()) {
      send(response, { type: "response.output_item.added", output_index: index, item });
      send(response, { type: "response.output_item.done", output_index: index, item });
    }
  }
  send(response, { type: "response.completed", response: { id, usage } });
  response.end();
};

/** How Codex talks with its model: the Responses API, with tools that the library cannot express. */
export const codexModel: ModelBehaviour = { tools: {}, routes: { "/v1/responses": answer } };
