import type { HarnessAdapter } from "@hexokit/core";
import type { ToolVocabulary } from "../model/model-server.js";
import type { Sandbox } from "../sandbox/sandbox.js";

/** One hook that the lab's own recorder kept. */
export interface RecordedHook {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: string;
  /** Facts of the hook's environment, as `name=value` words. */
  readonly facts: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The harness's own record of one running agent. */
export interface HarnessStatus {
  readonly pid: number;
  readonly session: string;
  /** Its word for what it does. */
  readonly status: string;
}

/** What the lab has to know about one harness to drive it. */
export interface HarnessDriver {
  readonly id: string;
  /** Name in the npm registry. */
  readonly package: string;
  readonly adapter: HarnessAdapter;
  readonly tools: ToolVocabulary;
  /** The program, by the name a person types. */
  readonly program: string;
  /** The screen of an agent that sits at its prompt. */
  readonly ready: RegExp;
  environment(modelUrl: string): Readonly<Record<string, string>>;
  /** Answers the dialogs of a first start beforehand. */
  seed(sandbox: Sandbox, version: string): void;
  /** Installs the lab's own recorder, as a user's hook. */
  record(sandbox: Sandbox): void;
  /** Words that tell kinds of payloads of one event apart, for the names of recorded files. */
  variant(payload: RecordedHook["payload"]): readonly string[];
  recorded(sandbox: Sandbox): readonly RecordedHook[];
  statuses(sandbox: Sandbox): readonly HarnessStatus[];
  /** Folders that the harness's daemons made outside the sandbox; asked while they still run. */
  leftovers?(sandbox: Sandbox): readonly string[];
}
