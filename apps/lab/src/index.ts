/** For other programs of this repository: the demo and the benchmark build on the same parts. */
export { claudeDriver } from "./claude/claude-driver.js";
export { type CachedHarness, cacheFolder, cacheHarness, type HarnessRequest } from "./harness-cache.js";
export type { AccessEntry, AccessLog } from "./model/access-log.js";
export type { ModelBehaviour, ToolVocabulary } from "./model/model-behaviour.js";
export { type ModelServer, startModelServer } from "./model/model-server.js";
export { scriptPrompt } from "./model/script.js";
export { isolateNetwork, type NetworkIsolation } from "./sandbox/network.js";
export { endProcessesOf, processesOf } from "./sandbox/processes.js";
export {
  addProgram,
  createSandbox,
  removeSandbox,
  type Sandbox,
  type SandboxOptions,
} from "./sandbox/sandbox.js";
export type { HarnessDriver } from "./scenario/harness-driver.js";
export { Rk } from "./scenario/rk.js";
export { type Frame, Pane } from "./tmux/pane.js";
export { TmuxServer } from "./tmux/tmux-server.js";
