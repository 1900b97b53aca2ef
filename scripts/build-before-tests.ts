import { runPnpm } from "./pnpm.mjs";

/** Global set-up of the tests that run what was built: turbo rebuilds only what has changed. */
export default function buildBeforeTests(): void {
  runPnpm(["exec", "turbo", "run", "build", "--output-logs=errors-only"]);
}
