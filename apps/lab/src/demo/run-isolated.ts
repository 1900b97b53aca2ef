import { spawn } from "node:child_process";
import { type CachedHarness, cacheHarness } from "../harness-cache.js";
import { hideTmux } from "../sandbox/hide-tmux.js";
import { isolateNetwork } from "../sandbox/network.js";
import { demoDriver } from "./demo-driver.js";

/** Set for the run that has no network: the next one must not start another. */
const stageVariable = "HEXOKIT_DEMO_ISOLATED";

/**
 * Gets the agent with the caller's network and npm settings, then runs this program again where only the
 * loopback device is and no tmux of the user's, if this machine allows it; there, does the work.
 * @returns the exit code
 */
export async function runIsolated(work: (harness: CachedHarness) => Promise<number>): Promise<number> {
  const { package: name, adapter } = demoDriver;
  const isSecond = process.env[stageVariable] !== undefined;
  // Ctrl-C reaches npm and the second run, too: they end, and then we clean up after them.
  if (!isSecond) process.on("SIGINT", () => {});
  const harness = await cacheHarness({
    package: name,
    version: adapter.verified.version,
    progress: console.log,
  });
  if (isSecond) return work(harness);
  console.log(`${adapter.displayName} ${harness.version} is in ${harness.folder}`);
  const network = isolateNetwork();
  const tmux = hideTmux(network.prefix);
  console.log(`${network.note} ${tmux.note}`);
  const prefix = [...network.prefix, ...tmux.prefix];
  const [program = "", ...parameters] = [...prefix, process.execPath, ...process.argv.slice(1)];
  const child = spawn(program, parameters, {
    stdio: "inherit",
    env: { ...process.env, [stageVariable]: "1" },
  });
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill("SIGTERM"));
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code ?? 1));
    });
  } finally {
    tmux.remove();
  }
}
