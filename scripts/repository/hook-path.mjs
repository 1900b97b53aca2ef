// @ts-check
import { existsSync } from "node:fs";
import { join } from "node:path";
import { reachedFrom } from "./import-graph.mjs";
import { workspaceFolders } from "./tree.mjs";

const programs = ["apps/cli/src/hook.ts", "apps/cli/src/hook-runtime.ts"];

/**
 * A hook runs on every tool call of every agent: whatever its entries reach loads no library.
 * @param {string} root
 * @returns {string[]}
 */
export function hookPath(root) {
  const missing = programs.filter((program) => !existsSync(join(root, program)));
  if (missing.length > 0) return missing.map((program) => `${program} is missing: it is the hook's entry`);
  const translators = workspaceFolders(root)
    .map((folder) => `${folder}/src/hook.ts`)
    .filter((path) => existsSync(join(root, path)));
  const entries = [...new Set([...programs, ...translators])];
  return entries.flatMap((entry) => {
    const { libraries, unresolved } = reachedFrom(root, entry);
    return [
      ...[...libraries].map(
        ([library, chain]) =>
          `the hook path loads ${library} (${chain.join(" → ")}): move what needs it out of the reach of ${entry}`,
      ),
      ...unresolved.map((chain) => `an import leads nowhere: ${chain.join(" → ")}`),
    ];
  });
}
