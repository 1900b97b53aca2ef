// @ts-check
/**
 * Runs the tests of what was built under other versions of Node:
 *
 *   node scripts/test-node-versions.mjs 22 24
 *
 * Each Node comes from its npm package (Linux only) into the cache folder, outside of the lockfile.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { countRun, plainLine } from "./counts.mjs";
import { quietEnvironment } from "./pnpm.mjs";
import { runStep } from "./run-step.mjs";

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "hexokit", "node");

/**
 * @param {string} major
 * @returns {Promise<string>} path of that Node's binary
 * @throws {Error} when npm cannot install it
 */
async function installNode(major) {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(cache, major);
  const binary = join(folder, "node_modules", name, "bin", "node");
  if (!existsSync(binary)) {
    console.log(`Installing Node ${major} into ${folder}`);
    mkdirSync(folder, { recursive: true });
    // A package of its own and not `--prefix`, which would make npm miss its global settings (certificates).
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    const install = ["npm", "install", "--no-save", "--no-audit", "--no-fund", `${name}@${major}`];
    const { succeeded } = await runStep(install, process.env, folder);
    if (!succeeded) throw new Error(`npm cannot install ${name}@${major}`);
  }
  return binary;
}

// npm looks for its global settings (registry, certificates) beside the Node that runs it: keep the caller's.
const npmSettings = execFileSync("npm", ["config", "get", "globalconfig"], { encoding: "utf8" }).trim();

const total = { passed: 0, failed: 0, skipped: 0 };
for (const major of process.argv.slice(2)) {
  console.log(`\n── Tests of the build under Node ${major}`);
  try {
    const node = await installNode(major);
    const { succeeded, output } = await runStep(
      [node, "node_modules/vitest/vitest.mjs", "run", "--project", "built"],
      {
        ...quietEnvironment,
        npm_config_globalconfig: npmSettings,
        PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
      },
    );
    const counts = countRun(output, succeeded);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : error}`);
    total.failed += 1;
  }
}
console.log(plainLine(total));
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
