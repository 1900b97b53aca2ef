// @ts-check
import { basename } from "node:path";
import { readText, sourceFiles, workspaceFolders } from "./tree.mjs";

/**
 * Every adapter has the same file names, so that who knows one finds their way in all.
 * @param {string} root
 * @returns {string[]}
 */
export function adapterFiles(root) {
  return workspaceFolders(root)
    .filter((folder) => /^packages\/adapter-(?!testkit$)/.test(folder))
    .flatMap((folder) => {
      const id = folder.slice("packages/adapter-".length);
      const files = sourceFiles(root, `${folder}/src`).filter((path) => !path.endsWith(".test.ts"));
      const text = files.map((path) => readText(root, path)).join("\n");
      const required = [
        "index.ts",
        "hook.ts",
        ...["harness", "install", "events", "payloads"].map((part) => `${id}-${part}.ts`),
        ...(/\btranscript: "(file|export)"/.test(text) ? [`${id}-transcript.ts`] : []),
        ...(/\bobserve: true/.test(text) ? [`${id}-observe.ts`] : []),
        ...(/\bverify: true/.test(text) ? [`${id}-verify.ts`] : []),
      ];
      const present = new Set(files);
      return [
        ...required
          .filter((name) => !present.has(`${folder}/src/${name}`))
          .map((name) => `${folder}/src/${name} is missing`),
        ...files
          .filter((path) => !required.includes(basename(path)) && !basename(path).startsWith(`${id}-`))
          .map((path) => `${path}: call it ${id}-….ts`),
      ];
    });
}
