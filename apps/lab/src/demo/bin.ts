import type { CachedHarness } from "../harness-cache.js";
import { runIsolated } from "./run-isolated.js";
import { paint, tell, tellStory } from "./story.js";
import { withLab } from "./with-lab.js";

async function demo(harness: CachedHarness): Promise<number> {
  tell("A temporary home and a model server; then `rk agent setup claude --yes` in that home");
  const missing = await withLab("demo", harness, async (lab) => {
    try {
      return await tellStory(lab);
    } catch (error) {
      const evidence = lab.cells.at(-1)?.evidence;
      if (evidence !== undefined) console.error(evidence);
      throw error;
    }
  });
  for (const sentence of missing) console.error(paint("red", `✗ ${sentence}`));
  if (missing.length > 0) return 1;
  console.log(`
${paint("green", "✓ Both agents were seen active, waiting and idle.")} All is removed but the cache.

For your own agents, from this clone (once it is published: npm install --global hexokit):

  npx -y pnpm@12.21.0 --filter hexokit pack --out hexokit.tgz
  npm install --global ./hexokit.tgz
  rk agent setup      # shows the diff, asks once
  rk agent list`);
  return 0;
}

try {
  process.exitCode = await runIsolated(demo);
} catch (error) {
  console.error(paint("red", `✗ ${error instanceof Error ? error.message : error}`));
  process.exitCode = 1;
}
