// @ts-check
/**
 * `npm run demo`: two real agents in a private tmux, and the list of `rk agent list` as it changes. Needs Node,
 * npm and tmux and gets the rest. It touches nothing of the user's but two caches, npm's and the one for agents.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { pnpmCommand, quietEnvironment } from "./pnpm.mjs";
import { missingRequirement } from "./requirements.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const steps = [
  { name: "Install", command: [...pnpmCommand, "install", "--frozen-lockfile"] },
  { name: "Build", command: [...pnpmCommand, "run", "build"] },
  { name: "Demo", command: [process.execPath, "apps/lab/dist/demo.js"] },
];

/**
 * Runs a program to its end at this terminal. Ctrl-C reaches the program by itself, and it cleans up.
 * @param {string[]} command
 * @returns {Promise<number>} its exit code
 */
async function run([program = "", ...parameters]) {
  const child = spawn(program, parameters, { cwd: root, stdio: "inherit", env: quietEnvironment });
  const pass = () => child.kill("SIGTERM");
  const wait = () => {};
  process.on("SIGINT", wait).on("SIGTERM", pass).on("SIGHUP", pass);
  const code = await new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve(1);
    });
    child.once("close", (status, signal) => resolve(status ?? (signal === "SIGINT" ? 130 : 1)));
  });
  process.off("SIGINT", wait).off("SIGTERM", pass).off("SIGHUP", pass);
  return code;
}

async function main() {
  const lack = missingRequirement();
  if (lack !== undefined) {
    console.error(`The demo cannot run here: ${lack}`);
    return 1;
  }
  console.log(`HexoKit demo: two real Claude Code agents in tmux, and what \`rk agent list\` says of them.

  1. installs this repository's packages and builds them, here
  2. gets Claude Code from npm into a cache folder: 400 to 560 MB unpacked, once
  3. runs both agents in a temporary home, a private tmux server, against a model server on this machine
  4. removes all but the cache

Your home, your agents and your tmux stay as they are. Ctrl-C ends it at any time and cleans up.`);
  for (const { name, command } of steps) {
    console.log(`\n── ${name}`);
    const code = await run(command);
    if (code !== 0) return code;
  }
  return 0;
}

process.exitCode = await main();
