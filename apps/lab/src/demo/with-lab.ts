import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { machineDirectory } from "@hexokit/core";
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
  let lab: Lab | undefined;
  let ending: Promise<void> | undefined;
  const cleanUp = async () => {
    const server = await lab?.tmux.run("display-message", "-p", "#{pid}").catch(() => "");
    await closeAllLabs();
    if (server) removeMemory(directory.panes, server.trim());
    if (isNew) [directory.panes, directory.unplaced, directory.path].forEach(removeEmpty);
  };
  const interrupt = () => {
    ending ??= cleanUp().finally(() => process.exit(130));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);
  // Nobody reads any more: `npm run demo | head`.
  process.stdout.on("error", interrupt);
  try {
    lab = await Lab.open(demoDriver, { scenario: name, harness });
    return await work(lab);
  } catch (error) {
    // Everything fails while it is taken away.
    await ending;
    throw error;
  } finally {
    ending ??= cleanUp();
    await ending;
  }
}

/** What hooks kept about the panes of a tmux server, by its pid: our own, while another may run beside it. */
function removeMemory(panes: string, server: string): void {
  const names = existsSync(panes) ? readdirSync(panes) : [];
  for (const name of names) {
    if (name.startsWith(`${server}.`)) rmSync(join(panes, name), { force: true });
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else's hooks use it meanwhile.
  }
}
