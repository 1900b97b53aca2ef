// @ts-check
import { spawn } from "node:child_process";

/**
 * Runs a program to its end, showing its output while it comes.
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} [folder]
 * @returns {Promise<{ succeeded: boolean, output: string }>} `output` is its standard output
 */
export async function runStep([program = "", ...parameters], environment, folder) {
  const child = spawn(program, parameters, {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: process.stdout.isTTY ? { FORCE_COLOR: "1", ...environment } : environment,
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
    process.stdout.write(text);
  });
  const succeeded = await new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve(false);
    });
    child.on("close", (code) => resolve(code === 0));
  });
  return { succeeded, output };
}
