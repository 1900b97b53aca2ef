import { moduleName } from "./opencode-harness.js";

/*
 * The installed plugin: constant for a data directory, so that it never has to be replaced. It may hold one
 * exported function and nothing else that is exported, must answer with an object (OpenCode 1.18.33 dies of
 * `undefined`), and must not wait for anything but a regular file.
 */

const lines = (directory: string): readonly string[] => [
  "// HexoKit agent hooks: loads what tells tmux about this OpenCode. Made by `rk agent setup`: do not edit.",
  "export const hexokit = async (context) => {",
  "  try {",
  '    const [{ statSync }, { createRequire }] = await Promise.all([import("node:fs"), import("node:module")]);',
  `    const directory = "${directory}".replace("$HOME", () => process.env.HOME);`,
  `    const path = \`\${directory}/${moduleName}\`;`,
  "    if (statSync(path).isFile()) return createRequire(path)(path).plugin(context, directory) ?? {};",
  "  } catch {}",
  "  return {};",
  "};",
];

/** The plugin's text, for a forwarder as in `PlanRequest`. */
export function loaderText(forwarder: string): string {
  return `${lines(forwarder.replace(/\/rk-hook$/, "")).join("\n")}\n`;
}

const directoryPattern = /^ {4}const directory = "([^"\n]*)"/m;

/** The forwarder that a plugin of ours was made for; undefined when one character is another's. */
export function forwarderOfLoader(text: string): string | undefined {
  const directory = directoryPattern.exec(text)?.[1];
  if (directory === undefined) return undefined;
  const forwarder = `${directory}/rk-hook`;
  return loaderText(forwarder) === text ? forwarder : undefined;
}
