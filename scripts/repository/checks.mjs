// @ts-check
import { adapterFiles } from "./adapter-files.mjs";
import { dependencyDirection } from "./dependency-direction.mjs";
import { documentation } from "./documentation.mjs";
import { hookSizes, sourceSizes } from "./file-sizes.mjs";
import { hookPath } from "./hook-path.mjs";
import { privateText } from "./private-text.mjs";

const checksOfSources = [
  hookPath,
  dependencyDirection,
  adapterFiles,
  sourceSizes,
  privateText,
  documentation,
];
const checksOfBuild = [hookSizes];

/**
 * Everything that is wrong with the tree at `root`, in sentences.
 * @param {string} root
 * @param {"sources" | "build"} what
 * @returns {string[]}
 */
export function findProblems(root, what) {
  return (what === "build" ? checksOfBuild : checksOfSources).flatMap((check) => check(root));
}
