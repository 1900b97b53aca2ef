import { existsSync, rmdirSync } from "node:fs";
import { machineDirectory, pruneMachineDirectory, systemProcesses } from "@hexokit/core";
import type { CachedHarness } from "../harness-cache.js";
import { closeAllLabs, Lab } from "../scenario/lab.js";
import { requireProduct } from "../scenario/rk.js";
import { demoDriver } from "./demo-driver.js";

/** Opens a lab with the hooks installed, works in it, and leaves nothing behind, whatever happens. */
export async function withLab<T>(
  name: string,
  harness: CachedHarness,
  work: (lab: Lab) => Promise<T>,
): Promise<T> {
  requireProduct();
  const directory = machineDirectory();
  const isNew = !existsSync(directory.path);
  let ending: Promise<void> | undefined;
  const cleanUp = async () => {
    await closeAllLabs();
    pruneMachineDirectory(directory, systemProcesses());
    if (isNew) [directory.panes, directory.unplaced, directory.path].forEach(removeEmpty);
  };
  const interrupt = () => {
    ending ??= cleanUp().finally(() => process.exit(130));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);
  // Nobody reads any more: `npm run demo | head`.
  process.stdout.on("error", interrupt);
  try {
    return await work(await Lab.open(demoDriver, { scenario: name, harness }));
  } catch (error) {
    // Everything fails while it is taken away.
    await ending;
    throw error;
  } finally {
    ending ??= cleanUp();
    await ending;
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else's hooks use it meanwhile.
  }
}
