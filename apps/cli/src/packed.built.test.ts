import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSandbox, type Sandbox } from "./testing/sandbox.js";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => sandbox.close());

describe("the published package", () => {
  it("installs from its tarball alone, and works", () => {
    const { home } = sandbox;
    const npm = (words: readonly string[], cwd: string) =>
      execFileSync("npm", words, { cwd, encoding: "utf8", stdio: "pipe" });
    // Packed as pnpm does it; nothing in the package needs pnpm's own rewriting.
    npm(["exec", "--yes", "--", "pnpm@12.21.0", "pack", "--pack-destination", home], packageFolder);
    const tarball = readdirSync(home).find((name) => name.endsWith(".tgz")) ?? "";
    const prefix = join(home, "prefix");
    mkdirSync(prefix);
    npm(
      [
        "install",
        "--global",
        "--offline",
        "--no-audit",
        "--no-fund",
        "--prefix",
        prefix,
        join(home, tarball),
      ],
      home,
    );
    const installed = join(prefix, "lib/node_modules/hexokit");
    expect(readdirSync(installed).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
    expect(readdirSync(join(installed, "dist")).sort()).toEqual([
      "bin.cjs",
      "hook-runtime.cjs",
      "hook.cjs",
      "hooks",
      "opencode.cjs",
    ]);
    const environment = {
      ...sandbox.environment,
      PATH: `${join(prefix, "bin")}:${sandbox.environment.PATH}`,
    };
    const rk = (...words: readonly string[]) =>
      spawnSync("rk", words, { cwd: home, encoding: "utf8", env: environment });
    expect(rk("--version").stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    // No complaint: the rk on PATH is this one, behind npm's link.
    expect(rk("agent", "setup", "--yes")).toMatchObject({ status: 0, stderr: "" });
    expect(rk("agent", "list", "--json")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('"version":1'),
    });
    expect(rk("agent", "doctor", "--probe")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("reached its pane in"),
    });
    // What hooks run does not lie where npm installed it.
    expect(sandbox.read(join(sandbox.data, "rk-hook"))).not.toContain(dirname(installed));
    // Adapters that were installed globally, as rk was, are found beside it.
    const adapter = join(prefix, "lib/node_modules/@them/adapter-global");
    sandbox.write(
      join(adapter, "package.json"),
      JSON.stringify({ name: "@them/adapter-global", type: "module", exports: "./index.js" }),
    );
    sandbox.write(join(adapter, "index.js"), "export default { contract: 2, id: 'global' };");
    sandbox.write(
      join(home, ".config/hexokit/config.json"),
      JSON.stringify({ adapters: ["@them/adapter-global"] }),
    );
    expect(rk("agent", "capabilities")).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("it speaks contract 2"),
    });
    expect(rk("agent", "setup", "--uninstall", "--yes")).toMatchObject({ status: 0 });
  });
});
