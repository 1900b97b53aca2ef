import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findProblems } from "./repository/checks.mjs";

let root: string;

/** A small tree that passes every check. */
const goodTree: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ scripts: { test: "true", build: "true" } }),
  "README.md": "Run `npm test`, then `pnpm install` and see [the guide](docs/guide.md#start).\n",
  "docs/guide.md": "```sh\nnpm run build\npnpm build\n```\n",
  "packages/core/package.json": manifest("@hexokit/core", { exports: entries(".", "./hook") }),
  "packages/core/src/index.ts": 'import { z } from "zod";\nexport const schema = z.string();\n',
  "packages/core/src/hook.ts":
    'import type { z } from "zod";\nimport { spawn } from "node:child_process";\nexport * from "./reduce/reduce.js";\n',
  "packages/core/src/reduce/reduce.ts": "export const reduce = 1;\n",
  "packages/adapter-sample/package.json": manifest("@hexokit/adapter-sample", {
    exports: entries(".", "./hook"),
    dependencies: { "@hexokit/core": "workspace:^", zod: "1" },
    devDependencies: { "@hexokit/adapter-testkit": "workspace:^" },
  }),
  "packages/adapter-sample/src/index.ts": "export {};\n",
  "packages/adapter-sample/src/hook.ts":
    'import { reduce } from "@hexokit/core/hook";\nexport const x = reduce;\n',
  "packages/adapter-sample/src/sample-harness.ts":
    'export const a = { transcript: "none", observe: false };\n',
  "packages/adapter-sample/src/sample-install.ts": "export {};\n",
  "packages/adapter-sample/src/sample-events.ts": "export {};\n",
  "packages/adapter-sample/src/sample-payloads.ts": 'import { z } from "zod";\nexport const p = z;\n',
  "packages/adapter-testkit/package.json": manifest("@hexokit/adapter-testkit", {
    dependencies: { "@hexokit/core": "workspace:^" },
  }),
  "apps/cli/package.json": manifest("hexokit", {
    devDependencies: { "@hexokit/adapter-sample": "workspace:^" },
  }),
  "apps/cli/src/hook-runtime.ts": "export {};\n",
  "apps/cli/src/hook.ts": 'import { reduce } from "@hexokit/core/hook";\nconsole.log(reduce);\n',
  "apps/cli/dist/hook.cjs": "// hook\n",
  "apps/cli/dist/hook-runtime.cjs": "// hook\n",
  "apps/cli/dist/hooks/sample.cjs": "// translator\n",
  ".gitignore": "dist/\n",
};

function manifest(name: string, rest: object): string {
  return JSON.stringify({ name, ...rest });
}

function entries(...names: string[]): object {
  return Object.fromEntries(
    names.map((name) => [
      name,
      { "hexokit-source": name === "." ? "./src/index.ts" : `${name.replace("./", "./src/")}.ts` },
    ]),
  );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "hexokit-repository-"));
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  for (const [path, text] of Object.entries(goodTree)) write(path, text);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("check-repository", () => {
  it("passes a good tree", () => {
    expect(findProblems(root, "sources")).toEqual([]);
    expect(findProblems(root, "build")).toEqual([]);
  });

  const sample = "packages/adapter-sample";
  const registry = ["registry", "example", "org"].join(".");
  const machinePath = ["", "root", "secret"].join("/");
  const bad: readonly [what: string, path: string, text: string | undefined, problem: RegExp][] = [
    [
      "a library that the hook reaches through a chain",
      "packages/core/src/reduce/reduce.ts",
      'import { z } from "zod";\nexport const reduce = z;\n',
      /loads zod \(apps\/cli\/src\/hook\.ts → packages\/core\/src\/hook\.ts → packages\/core\/src\/reduce\/reduce\.ts → zod\)/,
    ],
    [
      "a library that an adapter's hook loads late",
      `${sample}/src/hook.ts`,
      'export const x = () => import("smol-toml");\n',
      /loads smol-toml \(packages\/adapter-sample\/src\/hook\.ts → smol-toml\)/,
    ],
    [
      "a library that the hook requires",
      "apps/cli/src/hook.ts",
      'const ws = require("ws");\nws();\n',
      /loads ws \(apps\/cli\/src\/hook\.ts → ws\)/,
    ],
    [
      "the heavy entry of core in an adapter's hook",
      `${sample}/src/hook.ts`,
      'export { schema } from "@hexokit/core";\n',
      /loads zod \(packages\/adapter-sample\/src\/hook\.ts → packages\/core\/src\/index\.ts → zod\)/,
    ],
    [
      "an import that leads nowhere",
      `${sample}/src/hook.ts`,
      'export * from "./gone.js";\n',
      /leads nowhere: packages\/adapter-sample\/src\/hook\.ts → \.\/gone\.js/,
    ],
    ["no hook entry", "apps/cli/src/hook.ts", undefined, /apps\/cli\/src\/hook\.ts is missing/],
    [
      "core depending on an adapter",
      "packages/core/package.json",
      manifest("@hexokit/core", {
        exports: entries(".", "./hook"),
        devDependencies: { "@hexokit/adapter-sample": "workspace:^" },
      }),
      /@hexokit\/core may not depend on @hexokit\/adapter-sample/,
    ],
    [
      "an adapter depending on another",
      `${sample}/package.json`,
      manifest("@hexokit/adapter-sample", { dependencies: { "@hexokit/adapter-other": "workspace:^" } }),
      /@hexokit\/adapter-sample may not depend on @hexokit\/adapter-other/,
    ],
    [
      "an adapter that needs the conformance kit at run time",
      `${sample}/package.json`,
      manifest("@hexokit/adapter-sample", { dependencies: { "@hexokit/adapter-testkit": "workspace:^" } }),
      /may not depend on @hexokit\/adapter-testkit/,
    ],
    [
      "a program with a run-time dependency",
      "apps/cli/package.json",
      manifest("hexokit", { dependencies: { commander: "1" } }),
      /the program is bundled, move commander to devDependencies/,
    ],
    [
      "a package without a rule",
      "packages/new/package.json",
      manifest("@hexokit/new", {}),
      /no dependency rule/,
    ],
    [
      "an adapter without a standard file",
      `${sample}/src/sample-install.ts`,
      undefined,
      /sample-install\.ts is missing/,
    ],
    [
      "an adapter that claims transcripts without the file",
      `${sample}/src/sample-harness.ts`,
      'export const a = { transcript: "file", observe: false };\n',
      /sample-transcript\.ts is missing/,
    ],
    [
      "an adapter that claims to observe without the file",
      `${sample}/src/sample-harness.ts`,
      'export const a = { transcript: "none", observe: true };\n',
      /sample-observe\.ts is missing/,
    ],
    ["an adapter file with another name", `${sample}/src/helpers.ts`, "export {};\n", /call it sample-….ts/],
    ["a large source file", "packages/core/src/big.ts", "//\n".repeat(4200), /big\.ts is over 12 KB/],
    [
      "a reason for a file that is small",
      "scripts/large-files.json",
      JSON.stringify({ "packages/core/src/hook.ts": "a table" }),
      /names packages\/core\/src\/hook\.ts, which is not over 12 KB/,
    ],
    [
      "a registry's host",
      "docs/notes.txt",
      `fine\nsee https://${registry}/x\n`,
      /notes\.txt:2 names a package registry/,
    ],
    [
      "a path of one machine",
      "docs/notes.txt",
      `in ${machinePath}\n`,
      /notes\.txt:1 names a path of one machine/,
    ],
    ["a secret", "docs/notes.txt", `token ghp_${"a".repeat(36)}\n`, /notes\.txt:1 names a secret/],
    [
      "an unknown script in a page",
      "README.md",
      "Run `pnpm fly`.\n",
      /README\.md tells people to run the script "fly"/,
    ],
    [
      "an unknown script in a fenced block",
      "docs/guide.md",
      "```sh\nnpm run fly\n```\n",
      /guide\.md tells people to run the script "fly"/,
    ],
    ["a dead link", "README.md", "See [x](docs/gone.md).\n", /README\.md links to docs\/gone\.md/],
  ];

  it.each(bad)("refuses %s", (_what, path, text, problem) => {
    if (text === undefined) rmSync(join(root, path));
    else write(path, text);
    expect(findProblems(root, "sources")).toContainEqual(expect.stringMatching(problem));
  });

  it("accepts a large source file with a reason", () => {
    write("packages/core/src/big.ts", "//\n".repeat(4200));
    write("scripts/large-files.json", JSON.stringify({ "packages/core/src/big.ts": "a table" }));
    expect(findProblems(root, "sources")).toEqual([]);
  });

  it("lets a path end in a folder called like a machine's", () => {
    write("docs/notes.txt", ["/home/user", "work", "project"].join("/"));
    expect(findProblems(root, "sources")).toEqual([]);
  });

  it("refuses a hook bundle over its budget, and one that was not built", () => {
    write("apps/cli/dist/hooks/sample.cjs", " ".repeat(40 * 1024));
    rmSync(join(root, "apps/cli/dist/hook.cjs"));
    expect(findProblems(root, "build")).toEqual([
      "apps/cli/dist/hook.cjs was not built",
      "apps/cli/dist/hooks/sample.cjs has 40960 bytes: the limit is 40960",
    ]);
  });

  it("prints each problem and exits with 1", () => {
    const script = join(import.meta.dirname, "check-repository.mjs");
    const run = () => spawnSync(process.execPath, [script, "--root", root], { encoding: "utf8" });
    expect(run()).toMatchObject({ status: 0, stderr: "" });
    write("packages/core/src/big.ts", "//\n".repeat(4200));
    expect(run()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^✗ packages\/core\/src\/big\.ts is over/),
    });
  });
});
