// @ts-check
import { readJson, workspaceFolders } from "./tree.mjs";

/** Which workspace packages a package may depend on, and in development only. */
const rules = [
  { packages: /^@hexokit\/core$/, may: /^$/, mayInDevelopment: /^$/ },
  {
    packages: /^@hexokit\/adapter-testkit$/,
    may: /^@hexokit\/core$/,
    mayInDevelopment: /^@hexokit\/(core|adapter-.*)$/,
  },
  {
    packages: /^@hexokit\/adapter-/,
    may: /^@hexokit\/core$/,
    mayInDevelopment: /^@hexokit\/(core|adapter-testkit)$/,
  },
  { packages: /^hexokit$/, may: /^$/, mayInDevelopment: /^@hexokit\/(core|adapter-.*)$/ },
  { packages: /^@hexokit\/lab$/, may: /^$/, mayInDevelopment: /^(hexokit|@hexokit\/(core|adapter-.*))$/ },
];

const ours = /^(hexokit$|@hexokit\/)/;

/**
 * Adapters depend on core only, core on nothing of ours, and the bundled program on nothing at all at run time.
 * @param {string} root
 * @returns {string[]}
 */
export function dependencyDirection(root) {
  return workspaceFolders(root).flatMap((folder) => {
    const manifest = readJson(root, `${folder}/package.json`);
    const rule = rules.find(({ packages }) => packages.test(manifest.name));
    if (!rule) return [`${folder}: no dependency rule is written for the package ${manifest.name}`];
    const runtime = Object.keys({
      ...manifest.dependencies,
      ...manifest.peerDependencies,
      ...manifest.optionalDependencies,
    });
    const development = Object.keys(manifest.devDependencies ?? {});
    const wrong = [
      ...runtime.filter((name) => ours.test(name) && !rule.may.test(name)),
      ...development.filter((name) => ours.test(name) && !rule.mayInDevelopment.test(name)),
    ];
    return [
      ...wrong.map((name) => `${folder}: ${manifest.name} may not depend on ${name}`),
      ...(manifest.name === "hexokit" && runtime.length > 0
        ? [`${folder}: the program is bundled, move ${runtime.join(", ")} to devDependencies`]
        : []),
    ];
  });
}
