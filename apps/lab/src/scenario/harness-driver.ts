import type { HarnessAdapter } from "@hexokit/core";
import type { CachedHarness } from "../harness-cache.js";
import type { ModelBehaviour } from "../model/model-behaviour.js";
import type { Sandbox } from "../sandbox/sandbox.js";
import type { AgentPane } from "./agent-pane.js";
import type { RecordedHook } from "./recorder.js";

/** The harness's own record of one running agent. */
export interface HarnessStatus {
  readonly pid: number;
  readonly session: string;
  /** Its word for what it does. */
  readonly status: string;
}

/** What an empty home is prepared for. */
export interface Seeding {
  readonly harness: CachedHarness;
  /** `http://127.0.0.1:<port>` of the model server. */
  readonly modelUrl: string;
}

/**
 * What the lab has to know about one harness to drive it. It lives in `src/<id>/`; its scenarios in
 * `src/scenarios/<id>/`, with the screens that mark a real transition in a file of their own; both are
 * listed in `src/harnesses.ts`.
 */
export interface HarnessDriver {
  readonly id: string;
  /** Name in the npm registry. */
  readonly package: string;
  /** Further npm packages that it needs, with their versions: `name@1.2.3`. They go into the same folder. */
  readonly companions?: readonly string[];
  /** Major version of Node that it wants, where it does not run under ours: `"22"`. */
  readonly node?: string;
  readonly adapter: HarnessAdapter;
  readonly model: ModelBehaviour;
  /** The program, by the name a person types. */
  readonly program: string;
  /** The screen of an agent that sits at its prompt. */
  readonly ready: RegExp;
  /** What it needs in its environment to talk to the model server and to nobody else. */
  environment(modelUrl: string): Readonly<Record<string, string>>;
  /** Answers the dialogs of a first start beforehand. */
  seed(sandbox: Sandbox, seeding: Seeding): void;
  /** Installs the lab's own recorder (recorder.ts), as a user's hook. */
  record(sandbox: Sandbox): void;
  /** What a person does between the start and the prompt, where that cannot be seeded; ends at {@link ready}. */
  arrive?(agent: AgentPane, sandbox: Sandbox): Promise<void>;
  /** Words that tell kinds of payloads of one event apart, for the names of recorded files. */
  variant(payload: RecordedHook["payload"]): readonly string[];
  /** Which session each process has; empty where the harness keeps no such record. */
  statuses(sandbox: Sandbox): readonly HarnessStatus[];
  /** Folders that the harness's daemons made outside the sandbox; asked while they still run. */
  leftovers?(sandbox: Sandbox): readonly string[];
}
