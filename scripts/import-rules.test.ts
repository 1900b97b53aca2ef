import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const repository = join(import.meta.dirname, "..");
const adapterHook = "packages/adapter-sample/src/hook.ts";
const adapterEvents = "packages/adapter-sample/src/sample-events.ts";
const adapterInstall = "packages/adapter-sample/src/sample-install.ts";

const refused: readonly [path: string, module: string, message: RegExp][] = [
  ["packages/core/src/reading/list.ts", "@hexokit/adapter-claude", /Core knows no adapter/],
  ["packages/core/src/reading/list.test.ts", "@hexokit/adapter-claude/hook", /Core knows no adapter/],
  ["packages/core/src/hook/run.ts", "@hexokit/adapter-claude/hook", /Core knows no adapter/],
  ["packages/core/src/hook.ts", "zod", /every tool call/],
  ["packages/core/src/machine/memory.ts", "jsonc-parser", /every tool call/],
  ["packages/core/src/process/table.ts", "ws", /every tool call/],
  ["packages/core/src/reduce/reduce.ts", "diff", /every tool call/],
  ["packages/core/src/tmux/client.ts", "smol-toml", /every tool call/],
  ["packages/core/src/pane-options/codec.ts", "zod", /every tool call/],
  [adapterInstall, "@hexokit/adapter-claude", /imports @hexokit\/core only/],
  [adapterInstall, "hexokit", /imports @hexokit\/core only/],
  [adapterInstall, "@hexokit/adapter-testkit", /imports @hexokit\/core only/],
  ["packages/adapter-sample/src/sample.test.ts", "@hexokit/adapter-claude", /A test of an adapter/],
  [adapterHook, "@hexokit/core", /import from @hexokit\/core\/hook/],
  [adapterHook, "@hexokit/adapter-claude", /imports @hexokit\/core\/hook only/],
  [adapterEvents, "zod", /<id>-payloads\.ts/],
  [adapterEvents, "@hexokit/core", /import from @hexokit\/core\/hook/],
  ["apps/cli/src/hook.ts", "@hexokit/adapter-claude/hook", /translators at run time/],
  ["apps/cli/src/hook.ts", "diff", /every tool call/],
  ["packages/adapter-testkit/src/describe-harness.ts", "vitest", /given its runner/],
];

const accepted: readonly [path: string, module: string][] = [
  ["packages/core/src/config/json.ts", "jsonc-parser"],
  ["packages/core/src/hook/run.ts", "node:child_process"],
  [adapterInstall, "@hexokit/core"],
  ["packages/adapter-sample/src/sample-payloads.ts", "zod"],
  ["packages/adapter-sample/src/conformance.test.ts", "@hexokit/adapter-testkit"],
  [adapterHook, "@hexokit/core/hook"],
  [adapterEvents, "@hexokit/core/hook"],
  ["apps/cli/src/hook.ts", "@hexokit/core/hook"],
  ["apps/cli/src/setup.ts", "@hexokit/adapter-claude"],
  ["packages/adapter-testkit/src/self.test.ts", "vitest"],
];

let root: string;
let findings: readonly { path: string; module: string; message: string }[];

/** One run of the linter, with our configuration, over a tree that has all the imports above. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "hexokit-imports-"));
  cpSync(join(repository, "biome.json"), join(root, "biome.json"));
  for (const [path, module] of [...refused, ...accepted]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    appendFileSync(join(root, path), `import "${module}";\n`);
  }
  const biome = join(repository, "node_modules/@biomejs/biome/bin/biome");
  const options = ["--only=style/noRestrictedImports", "--vcs-enabled=false", "--reporter=github"];
  const run = spawnSync(process.execPath, [biome, "lint", ...options, "--max-diagnostics=none", "."], {
    cwd: root,
    encoding: "utf8",
  });
  findings = [...run.stdout.matchAll(/file=.*?\/((?:packages|apps)\/[^,]+),line=(\d+).*?::(.*)/g)].map(
    ([, path = "", line, message = ""]) => ({
      path,
      module: readFileSync(join(root, path), "utf8").split('"')[2 * Number(line) - 1] ?? "",
      message,
    }),
  );
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("import rules of the linter", () => {
  it.each(refused)("%s may not import %s", (path, module, message) => {
    expect(findings).toContainEqual({ path, module, message: expect.stringMatching(message) });
  });

  it.each(accepted)("%s may import %s", (path, module) => {
    expect(findings.filter((finding) => finding.path === path && finding.module === module)).toEqual([]);
  });
});
