// @ts-check
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readJson, sourceFiles, workspaceFolders } from "./tree.mjs";

const sourceLimit = 12 * 1024;
const hookLimit = 40 * 1024;
const exceptionList = "scripts/large-files.json";

/**
 * A source file is about one thing: at most 12 KB, unless scripts/large-files.json names it with a reason.
 * @param {string} root
 * @returns {string[]}
 */
export function sourceSizes(root) {
  /** @type {Record<string, string>} */
  const reasons = existsSync(join(root, exceptionList)) ? readJson(root, exceptionList) : {};
  const large = workspaceFolders(root)
    .flatMap((folder) => sourceFiles(root, `${folder}/src`))
    .filter((path) => statSync(join(root, path)).size > sourceLimit);
  return [
    ...large
      .filter((path) => !reasons[path])
      .map((path) => `${path} is over 12 KB: split it, or give the reason in ${exceptionList}`),
    ...Object.keys(reasons)
      .filter((path) => !large.includes(path))
      .map((path) => `${exceptionList} names ${path}, which is not over 12 KB`),
  ];
}

/**
 * After a build: the hook and each adapter's translator are there and below 40 KB.
 * @param {string} root
 * @returns {string[]}
 */
export function hookSizes(root) {
  const folder = join(root, "apps/cli/dist");
  const translators = existsSync(join(folder, "hooks")) ? readdirSync(join(folder, "hooks")) : [];
  const expected = workspaceFolders(root)
    .filter((path) => /^packages\/adapter-(?!testkit$)/.test(path))
    .map((path) => `hooks/${path.slice("packages/adapter-".length)}.cjs`);
  const bundles = new Set([
    "hook.cjs",
    "hook-runtime.cjs",
    ...expected,
    ...translators.map((name) => `hooks/${name}`),
  ]);
  return [...bundles].flatMap((bundle) => {
    const path = join(folder, bundle);
    if (!existsSync(path)) return [`apps/cli/dist/${bundle} was not built`];
    const { size } = statSync(path);
    return size < hookLimit ? [] : [`apps/cli/dist/${bundle} has ${size} bytes: the limit is ${hookLimit}`];
  });
}
