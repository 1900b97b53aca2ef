// @ts-check
/**
 * `npm test`: everything that has to hold, from a fresh clone on. It needs Node and tmux and gets the rest.
 * Further parameters go to vitest: `npm test -- packages/core`.
 */
import { countRun, plainLine } from "./counts.mjs";
import { pnpmCommand, quietEnvironment } from "./pnpm.mjs";
import { missingRequirement } from "./requirements.mjs";
import { runStep } from "./run-step.mjs";

/** Each step is a script of package.json, so that it can be run alone. */
const steps = [
  { name: "Install", command: ["install", "--frozen-lockfile"] },
  { name: "Format, lint and repository checks", command: ["run", "check"] },
  { name: "Types", command: ["run", "typecheck"] },
  { name: "Build", command: ["run", "build"] },
  { name: "Packages as others get them", command: ["run", "lint:packages"] },
  { name: "Tests", command: ["run", "test:unit", ...process.argv.slice(2)] },
];

let counts = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const report = [];
const lack = missingRequirement();
if (lack !== undefined) {
  report.push(`✗ ${lack}`);
  counts.failed = 1;
}

for (const { name, command } of lack === undefined ? steps : []) {
  console.log(`\n── ${name}: pnpm ${command.join(" ")}`);
  const start = performance.now();
  const { succeeded, output } = await runStep([...pnpmCommand, ...command], quietEnvironment);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  report.push(`${succeeded ? "✓" : "✗"} ${name} (${seconds} s)`);
  if (name === "Tests") {
    const tests = countRun(output, succeeded);
    counts = { ...tests, failed: counts.failed + tests.failed };
  } else if (!succeeded) {
    counts.failed += 1;
    if (name === "Install") break;
  }
}

console.log(`\n${report.join("\n")}\n${plainLine(counts)}`);
process.exitCode = counts.failed === 0 ? 0 : 1;
