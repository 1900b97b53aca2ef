/**
 * The light entry: all that a translator and the hook itself need. Nothing reachable from here imports
 * a library, and built-in modules that few hooks need are loaded where they are used.
 */
export * from "./contract/hook-outcome.js";
export * from "./contract/hook-translator.js";
export * from "./contract/json-values.js";
export * from "./contract/locate.js";
export * from "./contract/process.js";
export * from "./contract/provider.js";
export { type PayloadReading, readPayload } from "./hook/read-payload.js";
export { type HookRuntime, runHook } from "./hook/run-hook.js";
export { logHookFailure } from "./machine/hook-log.js";
export {
  checkMachineDirectory,
  type MachineDirectory,
  machineDirectory,
} from "./machine/machine-directory.js";
export * from "./pane-options/pane-options.js";
export type { Recognise } from "./process/ancestry.js";
export { systemProcesses } from "./process/system-processes.js";
export { atom, ownerOf, requestOwner, toolOwner } from "./reduce/atoms.js";
