import { linuxProcesses } from "./linux-processes.js";
import type { ProcessSource } from "./process-source.js";
import { psProcesses } from "./ps-processes.js";

/** The process table of the machine we run on. */
export function systemProcesses(platform: NodeJS.Platform = process.platform): ProcessSource {
  return platform === "linux" ? linuxProcesses() : psProcesses();
}
