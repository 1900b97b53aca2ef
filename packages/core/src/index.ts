export * from "./config/json-document.js";
export * from "./config/json-edit.js";
export * from "./config/json-hooks.js";
export type { JsonHooksTarget } from "./config/json-hooks-entries.js";
export * from "./config/json-hooks-inspect.js";
export * from "./config/marked-block.js";
export { ownTomlTables, planTomlBlock, type TomlBlockTarget } from "./config/toml-block.js";
export { parseTomlDocument, type TomlTable } from "./config/toml-document.js";
export * from "./contract/capabilities.js";
export * from "./contract/define-adapter.js";
export * from "./contract/harness-adapter.js";
export * from "./contract/host.js";
export * from "./contract/install.js";
export * from "./contract/observation.js";
export * from "./contract/transcript.js";
export * from "./errors.js";
export * from "./files/file-snapshots.js";
export * from "./files/write-file-safely.js";
export * from "./forwarder/data-directory.js";
export * from "./forwarder/file-marker.js";
export * from "./forwarder/forwarder-script.js";
export * from "./forwarder/wrapper-command.js";
export * from "./hook.js";
export { readHookLog } from "./machine/hook-log.js";
export { harmlessText, type LastAsk } from "./machine/last-ask.js";
export * from "./machine/machine-directory.js";
export { pruneMachineDirectory } from "./machine/prune.js";
export * from "./machine/unplaced-sessions.js";
export { listeningPorts } from "./process/listening-ports.js";
export * from "./process/process-source.js";
export type { Evidence } from "./reading/evidence.js";
export { fuse, type HookView, hookPrecedence, type Liveness, type Reading } from "./reading/fuse.js";
export * from "./reading/host-of-agent.js";
export * from "./reading/read-agents.js";
export * from "./reading/system-host.js";
export {
  type ListedPane,
  readServer,
  readServers,
  type ServerReading,
  tmuxSockets,
} from "./reading/tmux-servers.js";
export { isSameAgent, type Transition, Transitions } from "./reading/transitions.js";
export { watchAgents } from "./reading/watch-agents.js";
export {
  type AgentEvent,
  type AgentIdentity,
  type AgentSituation,
  type EventKey,
  emptyMemory,
  type Memory,
  type OpenAsk,
  type WrittenValues,
} from "./reduce/memory.js";
export { differs, reduce, situationOf, valuesOf } from "./reduce/reduce.js";
export { toEvent } from "./reduce/to-event.js";
export { changeChannel, guardedWriteCommand, type PaneOptionValues } from "./tmux/guarded-write.js";
export { runTmux, runTmuxSync, type TmuxResult, type TmuxTarget } from "./tmux/run-tmux.js";
export { servedSockets } from "./tmux/served-sockets.js";
export { isPaneId, parseTmuxVariable, type TmuxAddress } from "./tmux/tmux-address.js";
export * from "./tmux/tmux-version.js";
