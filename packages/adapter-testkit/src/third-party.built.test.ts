import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const { pnpmCommand } = await import(join(root, "scripts/pnpm.mjs"));
const require = createRequire(join(root, "package.json"));
const typeScript = require.resolve("typescript/bin/tsc");
const nodeTypes = dirname(dirname(require.resolve("@types/node/package.json")));

const session = "aac1cc59-b098-4547-919c-597f8779b79e";
let project: string;

function run(
  program: string,
  parameters: readonly string[],
  options: { cwd: string; input?: string; env?: NodeJS.ProcessEnv },
) {
  const { status, stdout, stderr } = spawnSync(program, parameters, { encoding: "utf8", ...options });
  if (status !== 0)
    throw new Error(`${program} ${parameters.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** The lines that the adapter's README shows: they are what is checked and run here. */
function readmeExample(): string {
  const readme = readFileSync(join(root, "packages/adapter-claude/README.md"), "utf8");
  const [, code] = /^```ts\n([\s\S]*?)^```/m.exec(readme) ?? [];
  if (code === undefined) throw new Error("the README of adapter-claude has no TypeScript example");
  return code;
}

/** What a stranger does: the packed packages in an empty project, without the program `rk`. */
beforeAll(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "hexokit-third-party-")));
  const [program, ...first] = pnpmCommand;
  const packed = join(project, "packed");
  for (const name of ["core", "adapter-claude"]) {
    run(program, [...first, "pack", "--pack-destination", packed], { cwd: join(root, "packages", name) });
  }
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "third-party", private: true, type: "module" }),
  );
  const tarballs = readdirSync(packed).map((name) => join(packed, name));
  run("npm", ["install", "--no-audit", "--no-fund", ...tarballs], { cwd: project });
  writeFileSync(join(project, "example.ts"), readmeExample());
}, 120_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("core and adapter-claude, installed from their tarballs", () => {
  it("bring no program and no other package of ours", () => {
    expect(readdirSync(join(project, "node_modules/@hexokit")).sort()).toEqual(["adapter-claude", "core"]);
    expect(readdirSync(join(project, "node_modules"))).not.toContain("hexokit");
  });

  it.each([
    ["node16", "node16"],
    ["bundler", "preserve"],
  ])(
    "have types that check under module resolution %s, declarations included",
    (moduleResolution, module) => {
      const compilerOptions = {
        target: "es2023",
        lib: ["es2023"],
        module,
        moduleResolution,
        strict: true,
        skipLibCheck: false,
        noEmit: true,
        typeRoots: [nodeTypes],
        types: ["node"],
      };
      writeFileSync(
        join(project, "tsconfig.json"),
        JSON.stringify({ compilerOptions, files: ["example.ts"] }),
      );
      run(process.execPath, [typeScript, "-p", project], { cwd: project });
    },
  );

  it("read pane options, translate, plan, inspect and find a transcript", () => {
    const home = join(project, "home");
    const folder = join(home, ".claude/projects/-home-user-project");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${session}.jsonl`), "{}\n");
    const compiler = [typeScript, "example.ts", "--ignoreConfig", "--module", "node16", "--target", "es2023"];
    run(process.execPath, [...compiler, "--typeRoots", nodeTypes, "--types", "node", "--skipLibCheck"], {
      cwd: project,
    });
    const payload = readFileSync(
      join(root, "fixtures/claude/2.1.332/hooks/PermissionRequest-Bash.json"),
      "utf8",
    );
    const env = { HOME: home, PATH: process.env.PATH };
    const shown = JSON.parse(run(process.execPath, ["example.js"], { cwd: project, env, input: payload }));

    expect(shown.state).toEqual({ state: "waiting", since: 1796078333, pid: 17923 });
    expect(shown.session).toEqual({ provider: "claude", session });
    expect(shown.outcome).toMatchObject({ kind: "event", ask: { reason: "permission" } });
    expect(shown.changes).toMatchObject([{ path: "settings.json", before: "{}\n" }]);
    expect(shown.report.events[0]).toEqual({ event: "SessionStart", status: "missing" });
    expect(shown.transcript).toEqual({ kind: "file", path: join(folder, `${session}.jsonl`) });
  });
});
