import type { HarnessCapabilities } from "./capabilities.js";
import type { HookTranslator } from "./hook-translator.js";
import type { HostEnvironment, ReadOnlyHost, RuntimeHost } from "./host.js";
import type {
  FileChange,
  FileSnapshots,
  HarnessFile,
  InstallFinding,
  InstallReport,
  PlanRequest,
} from "./install.js";
import type { Observation, ObserveBatch } from "./observation.js";
import type { ProviderId } from "./provider.js";
import type { TranscriptQuery, TranscriptResult } from "./transcript.js";

/**
 * Everything that is particular to one agent CLI. Core owns files, processes, tmux and clocks; an
 * adapter turns text into text and values into values. Optional members mean "not available", and
 * `capabilities` must say the same (the conformance kit checks both ways).
 */
export interface HarnessAdapter {
  /** Version of this contract. */
  readonly contract: 1;
  readonly id: ProviderId;
  readonly displayName: string;
  /** Names looked up on PATH, the usual one first. */
  readonly binary: readonly string[];
  /** The harness version that the claims were last checked against. */
  readonly verified: { readonly version: string; readonly date: string; readonly how: "live" | "documented" };
  readonly capabilities: HarnessCapabilities;
  /** What a person must do after setup, in one sentence. */
  readonly activation: {
    readonly kind: "none" | "new-session" | "restart" | "trust-review";
    readonly instruction: string;
  };
  readonly platforms: readonly NodeJS.Platform[];
  /**
   * A program path (below a temporary folder) that `recognise` takes for the agent. The benchmark,
   * the conformance kit and `doctor --probe` put a harmless program there.
   */
  readonly standIn: { readonly kind: "executable" | "node-script"; readonly path: string };
  readonly translator: HookTranslator;
  /**
   * Files that what `plan` installs loads out of the data directory, beside the forwarder: `<name>.cjs`, each
   * self-contained. The program that installs ships them.
   */
  readonly modules?: readonly string[];

  /** Pure. Where this harness keeps what we install into and what decides whether hooks run. */
  files(host: HostEnvironment): readonly HarnessFile[];
  /**
   * Pure. Texts in, texts out; an empty list when nothing is to do.
   * @throws HexoError CONFIG_MALFORMED, CONFIG_SHAPE, FILE_FOREIGN
   */
  plan(request: PlanRequest): readonly FileChange[];
  /**
   * Pure and total: a file that cannot be understood is a finding, not an exception. `version` is what
   * `<binary> --version` said, as in {@link PlanRequest}; unknown: no event is missed that not every version has.
   */
  inspect(files: FileSnapshots, forwarder: string, version?: string): InstallReport;
  /** What only the running harness knows (Codex `hooks/list`, `kimi doctor`). */
  verify?(host: RuntimeHost): Promise<readonly InstallFinding[]>;
  transcript?(query: TranscriptQuery, host: ReadOnlyHost & Partial<RuntimeHost>): Promise<TranscriptResult>;
  /** The harness's own records. Bounded, read-only, never throws; answers only what it knows. */
  observe?(batch: ObserveBatch, host: RuntimeHost): Promise<readonly Observation[]>;
}
