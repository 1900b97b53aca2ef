// @ts-check
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readJson, readText, repositoryFiles } from "./tree.mjs";

/** What pnpm itself understands; everything else has to be a script of ours. */
const packageManagerCommands = new Set(["install", "exec", "add", "pack", "publish"]);

/**
 * Every script that a page tells people to run is in package.json, and every relative link leads to a file.
 * @param {string} root
 * @returns {string[]}
 */
export function documentation(root) {
  const scripts = readJson(root, "package.json").scripts ?? {};
  return repositoryFiles(root)
    .filter((path) => path.endsWith(".md") && !path.startsWith("fixtures/"))
    .flatMap((path) => {
      const text = readText(root, path);
      const commands = codeIn(text).flatMap((code) =>
        [...code.matchAll(/\b(?:npm run|npm(?= test)|pnpm(?:@[\d.]+)?(?: run)?) +([a-z][\w:-]*)/g)].map(
          (match) => /** @type {string} */ (match[1]),
        ),
      );
      const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)].map(
        (match) => /** @type {string} */ (match[1]),
      );
      return [
        ...[...new Set(commands)]
          .filter((name) => !scripts[name] && !packageManagerCommands.has(name))
          .map(
            (name) => `${path} tells people to run the script "${name}", which package.json does not have`,
          ),
        ...links
          .filter((link) => !existsSync(join(root, dirname(path), link)))
          .map((link) => `${path} links to ${link}, which does not exist`),
      ];
    });
}

/**
 * Fenced blocks and code spans of a page.
 * @param {string} text
 * @returns {string[]}
 */
function codeIn(text) {
  return [...text.matchAll(/^```[\s\S]*?^```|`[^`\n]+`/gm)].map((match) => match[0]);
}
