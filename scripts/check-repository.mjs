// @ts-check
/**
 * Checks what neither the linter nor the compiler can: see CONTRIBUTING.md.
 *
 *   node scripts/check-repository.mjs            the sources
 *   node scripts/check-repository.mjs --built    the built hook
 */
import { parseArgs } from "node:util";
import { findProblems } from "./repository/checks.mjs";

const { values } = parseArgs({
  options: { built: { type: "boolean", default: false }, root: { type: "string", default: "." } },
});
const what = values.built ? "build" : "sources";
const problems = findProblems(values.root, what);
for (const problem of problems) console.error(`✗ ${problem}`);
console.log(`Repository checks of the ${what}: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
