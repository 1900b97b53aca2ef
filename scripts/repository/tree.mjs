// @ts-check
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Folders of the workspace, relative to `root`: `packages/core`, `apps/cli`, …
 * @param {string} root
 * @returns {string[]}
 */
export function workspaceFolders(root) {
  return ["packages", "apps"].flatMap((parent) =>
    existsSync(join(root, parent))
      ? readdirSync(join(root, parent))
          .map((name) => `${parent}/${name}`)
          .filter((folder) => existsSync(join(root, folder, "package.json")))
          .sort()
      : [],
  );
}

/**
 * All TypeScript files below a folder, relative to `root`.
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
export function sourceFiles(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourceFiles(root, path);
    return entry.name.endsWith(".ts") ? [path] : [];
  });
}

/**
 * What git tracks or would track, relative to `root`; files deleted in the work tree are left out.
 * @param {string} root
 * @returns {string[]}
 */
export function repositoryFiles(root) {
  const listing = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listing.split("\0"))].filter(
    (path) => path !== "" && existsSync(join(root, path)) && statSync(join(root, path)).isFile(),
  );
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string}
 */
export function readText(root, path) {
  return readFileSync(join(root, path), "utf8");
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {any}
 */
export function readJson(root, path) {
  return JSON.parse(readText(root, path));
}
