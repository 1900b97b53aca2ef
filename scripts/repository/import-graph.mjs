// @ts-check
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { readJson, readText, workspaceFolders } from "./tree.mjs";

/**
 * The modules that a source file loads when it runs: static, re-exported, dynamic and required ones,
 * without what the compiler erases (`import type`, `export type`).
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
export function importedModules(path, text) {
  /** @type {string[]} */
  const modules = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) && node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword) {
      add(node.moduleSpecifier);
    } else if (ts.isExportDeclaration(node) && !node.isTypeOnly) {
      add(node.moduleSpecifier);
    } else if (ts.isCallExpression(node) && (isImport(node) || isRequire(node))) {
      add(node.arguments[0]);
    }
    ts.forEachChild(node, visit);
  };
  /** @param {ts.Node | undefined} specifier */
  const add = (specifier) => {
    if (specifier && ts.isStringLiteralLike(specifier)) modules.push(specifier.text);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext));
  return modules;
}

/** @param {ts.CallExpression} call */
const isImport = (call) => call.expression.kind === ts.SyntaxKind.ImportKeyword;
/** @param {ts.CallExpression} call */
const isRequire = (call) => ts.isIdentifier(call.expression) && call.expression.text === "require";

/**
 * Follows the imports of a source file through the workspace.
 * @param {string} root
 * @param {string} entry path relative to `root`
 * @returns {{ libraries: Map<string, string[]>, unresolved: string[][] }} each reached library and each
 *   unresolved import, with the chain of files that leads to it
 */
export function reachedFrom(root, entry) {
  const packages = workspaceSources(root);
  /** @type {Map<string, string[]>} */
  const libraries = new Map();
  /** @type {string[][]} */
  const unresolved = [];
  const seen = new Set([entry]);
  const queue = [[entry]];
  for (let chain = queue.shift(); chain; chain = queue.shift()) {
    const file = /** @type {string} */ (chain.at(-1));
    for (const name of importedModules(file, readText(root, file))) {
      if (name.startsWith("node:")) continue;
      const target = name.startsWith(".")
        ? join(dirname(file), name).replace(/\.js$/, ".ts")
        : packages.get(name);
      if (target === undefined) {
        if (!libraries.has(name)) libraries.set(name, [...chain, name]);
      } else if (!existsSync(join(root, target))) {
        unresolved.push([...chain, name]);
      } else if (!seen.has(target)) {
        seen.add(target);
        queue.push([...chain, target]);
      }
    }
  }
  return { libraries, unresolved };
}

/**
 * Import name of each workspace entry → its source file, by the `hexokit-source` condition.
 * @param {string} root
 * @returns {Map<string, string>}
 */
function workspaceSources(root) {
  const sources = new Map();
  for (const folder of workspaceFolders(root)) {
    const manifest = readJson(root, `${folder}/package.json`);
    for (const [entry, conditions] of Object.entries(manifest.exports ?? {})) {
      const source = /** @type {any} */ (conditions)?.["hexokit-source"];
      if (source) sources.set(join(manifest.name, entry), join(folder, source));
    }
  }
  return sources;
}
