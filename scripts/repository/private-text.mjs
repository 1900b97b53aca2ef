// @ts-check
import { readText, repositoryFiles } from "./tree.mjs";

/** Text that belongs to one machine. The patterns are written so that this file does not match them. */
const patterns = [
  {
    what: "a package registry's host",
    pattern: /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|\bnpm\.pkg\.github\.com/i,
  },
  // Codex names an agent by a path of tasks: `/root/child_0` is none of a machine's.
  {
    what: "a path of one machine",
    pattern: /(?<![\w.~$}*-])\/(root|work)\/(?!(child|kid)_\w)|\/tmp\/cc\//,
  },
  { what: "a secret", pattern: /\b(ghp|github_pat|npm|sk-ant)[_-][A-Za-z0-9_-]{30,}/ },
];

/**
 * Nothing that is in the repository names a registry, a machine's own folders, or a secret.
 * @param {string} root
 * @returns {string[]}
 */
export function privateText(root) {
  return repositoryFiles(root).flatMap((path) => {
    const text = readText(root, path);
    if (text.includes("\0")) return [];
    return text
      .split("\n")
      .flatMap((line, index) =>
        patterns
          .filter(({ pattern }) => pattern.test(line))
          .map(({ what, pattern }) => `${path}:${index + 1} names ${what}: ${pattern.exec(line)?.[0]}`),
      );
  });
}
