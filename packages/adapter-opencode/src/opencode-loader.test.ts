import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forwarderOfLoader, loaderText } from "./opencode-loader.js";

const usual = "$HOME/.local/share/hexokit/rk-hook";
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hexokit-opencode-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** What a program gets that loads the plugin and calls its one export, as OpenCode does. */
async function load(forwarder = usual, environment: NodeJS.ProcessEnv = { HOME: home }) {
  const file = join(home, "run-kit.mjs");
  writeFileSync(file, loaderText(forwarder));
  const program = `
    const plugin = await import(${JSON.stringify(file)});
    const [one, ...more] = Object.values(plugin);
    const hooks = await one({ project: "p" });
    console.log(JSON.stringify({ more: more.length, hooks }));`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program],
    { env: environment, timeout: 10_000 },
  );
  return { ...JSON.parse(stdout), stderr };
}

const path = () => join(home, ".local/share/hexokit/opencode.cjs");
const put = (text: string) => {
  mkdirSync(join(home, ".local/share/hexokit"), { recursive: true });
  writeFileSync(path(), text);
};

describe("the installed plugin", () => {
  it("is ten lines with one exported function, and the same for a data directory for ever", () => {
    const text = loaderText(usual);
    expect(text.trimEnd().split("\n").length).toBe(10);
    expect(text.match(/\bexport\b/g)).toEqual(["export"]);
    expect(text).toMatchInlineSnapshot(`
      "// HexoKit agent hooks: loads what tells tmux about this OpenCode. Made by \`rk agent setup\`: do not edit.
      export const hexokit = async (context) => {
        try {
          const [{ statSync }, { createRequire }] = await Promise.all([import("node:fs"), import("node:module")]);
          const directory = "$HOME/.local/share/hexokit".replace("$HOME", () => process.env.HOME);
          const path = \`\${directory}/opencode.cjs\`;
          if (statSync(path).isFile()) return createRequire(path)(path).plugin(context, directory) ?? {};
        } catch {}
        return {};
      };
      "
    `);
  });

  it("gives its module what OpenCode gives, and the data directory", async () => {
    put("exports.plugin = (context, directory) => ({ context, directory });");
    const directory = join(home, ".local/share/hexokit");
    expect(await load()).toEqual({ more: 0, hooks: { context: { project: "p" }, directory }, stderr: "" });
    expect((await load(`${directory}/rk-hook`)).hooks.directory).toBe(directory);
  });

  it.each([
    ["is missing", () => {}],
    ["is a folder", () => mkdirSync(path(), { recursive: true })],
    ["is empty", () => put("")],
    ["is cut off", () => put("exports.plugin = (context, dir")],
    ["throws when it is read", () => put("throw new Error('x')")],
    ["throws when it is called", () => put("exports.plugin = () => { throw 1; }")],
    ["answers with nothing", () => put("exports.plugin = () => undefined")],
    [
      "is a pipe",
      () => {
        put("");
        rmSync(path());
        execFileSync("mkfifo", [path()]);
      },
    ],
    [
      "is not to be read",
      () => {
        put("exports.plugin = () => { throw 1; }");
        chmodSync(path(), 0);
      },
    ],
  ])("answers with no hooks when its module %s", async (_, prepare) => {
    prepare();
    expect(await load()).toEqual({ more: 0, hooks: {}, stderr: "" });
  });

  it("answers with no hooks without a home", async () => {
    expect(await load(usual, {})).toEqual({ more: 0, hooks: {}, stderr: "" });
  });
});

describe("forwarderOfLoader", () => {
  it.each([usual, "/srv/data/hexokit/rk-hook", "$HOME/rk-hook", "/rk-hook"])("reads %s back", (forwarder) => {
    expect(forwarderOfLoader(loaderText(forwarder))).toBe(forwarder);
  });

  it("takes a text that differs in one character for another's", () => {
    const text = loaderText(usual);
    for (const other of ["", `${text}\n`, text.trimEnd(), `// mine\n${text}`, text.replace("?? {}", "?? []")])
      expect(forwarderOfLoader(other)).toBeUndefined();
    expect(forwarderOfLoader(text.replace(".local", '"; evil(); "'))).toBeUndefined();
  });
});
