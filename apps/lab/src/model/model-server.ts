import { setTimeout as sleep } from "node:timers/promises";
import { type ChatCompletionRequest, type FixtureResponse, LLMock } from "@copilotkit/aimock";
import { AccessLog } from "./access-log.js";
import type { ModelBehaviour } from "./model-behaviour.js";
import { readBody } from "./read-body.js";
import { dueStep, type ModelStep } from "./script.js";

export interface ModelServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly log: AccessLog;
  stop(): Promise<void>;
}

/**
 * Starts a model on a free port of the loopback device. It does what the script in the newest prompt says
 * (see script.ts) and answers side requests, which offer no tools, with a title.
 */
export async function startModelServer(behaviour: ModelBehaviour): Promise<ModelServer> {
  const log = new AccessLog();
  const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent", journalMaxEntries: 1 });
  logAccess(mock, log);
  addRoutes(mock, log, behaviour.routes ?? {});
  const stepOf = (request: ChatCompletionRequest): ModelStep =>
    request.tools?.length ? dueStep(request.messages) : { verb: "title", detail: "" };
  const answer = (request: ChatCompletionRequest): Promise<FixtureResponse> | FixtureResponse => {
    const step = stepOf(request);
    log.add("request", `${step.verb}: ${step.detail}`);
    return answerStep(step, behaviour);
  };
  // The pace of a stream belongs to the fixture, so that the slow ones have one of their own.
  mock.on({ predicate: (request) => stepOf(request).verb === "slow" }, answer, {
    latency: 200,
    chunkSize: 12,
  });
  mock.on({ predicate: () => true }, answer);
  await mock.start();
  return { url: mock.url, log, stop: () => Promise.race([mock.stop(), sleep(1000)]).then(() => {}) };
}

function answerStep(
  step: ModelStep,
  { tools, sideAnswer }: ModelBehaviour,
): Promise<FixtureResponse> | FixtureResponse {
  const uses = tools[step.verb]?.(step.detail);
  if (uses !== undefined) {
    return { toolCalls: uses.map(({ tool, input }) => ({ name: tool, arguments: JSON.stringify(input) })) };
  }
  switch (step.verb) {
    case "say":
      return { content: step.detail };
    case "slow":
      return { content: slowText(Number(step.detail)) };
    case "title":
      return { content: sideAnswer ?? '{"title":"A title"}' };
    case "error":
      return failure(Number(step.detail));
    case "hang":
      return new Promise(() => {});
    default:
      return { content: `The script has no step "${step.verb}".` };
  }
}

/** A text that takes so many seconds at five chunks of twelve characters a second. Nothing in it repeats. */
export function slowText(seconds: number): string {
  let text = "";
  for (let word = 0; text.length < seconds * 5 * 12; word++) text += `word${word} `;
  return text;
}

function failure(status: number): FixtureResponse {
  const type =
    status === 400 ? "invalid_request_error" : status === 429 ? "rate_limit_error" : "overloaded_error";
  return { error: { type, message: `the script asks for status ${status}` }, status, retryAfter: 1 };
}

/** A mount at the empty path sees every request first and lets it pass. */
function logAccess(mock: LLMock, log: AccessLog): void {
  mock.mount("", {
    async handleRequest(request, response, path) {
      const line = `${request.method} ${path}`;
      response.once("close", () => {
        log.add(response.writableFinished ? "end" : "abort", `${line} ${response.statusCode}`);
      });
      if (!path.endsWith("/count_tokens")) return false;
      request.resume();
      response.setHeader("content-type", "application/json").end('{"input_tokens":100}');
      return true;
    },
  });
}

function addRoutes(mock: LLMock, log: AccessLog, routes: NonNullable<ModelBehaviour["routes"]>): void {
  for (const [path, answer] of Object.entries(routes)) {
    mock.mount(path, {
      async handleRequest(request, response) {
        if (request.method !== "POST") return false;
        await answer(await readBody(request), response, log);
        return true;
      },
    });
  }
}
