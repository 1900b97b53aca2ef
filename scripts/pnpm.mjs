// @ts-check
import { spawnSync } from "node:child_process";

/** Started through npx, so that a machine needs nothing but Node and npm. */
export const pnpmCommand = ["npx", "-y", "pnpm@12.21.0"];

/** The environment of every tool: turbo reports nothing to anybody. */
export const quietEnvironment = { ...process.env, DO_NOT_TRACK: "1" };

/**
 * Runs pnpm to its end; its output goes where ours goes.
 * @param {string[]} parameters
 * @throws {Error} when it fails
 */
export function runPnpm(parameters) {
  const [program = "", ...first] = pnpmCommand;
  const run = spawnSync(program, [...first, ...parameters], {
    stdio: ["ignore", "inherit", "inherit"],
    env: quietEnvironment,
  });
  if (run.status !== 0) throw new Error(`pnpm ${parameters.join(" ")} failed`, { cause: run.error });
}
