import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSandbox, type Sandbox } from "./testing/sandbox.js";

let sandbox: Sandbox;
let packages: string;
beforeEach(() => {
  sandbox = openSandbox();
  packages = join(sandbox.home, ".config/hexokit/node_modules");
});
afterEach(() => sandbox.close());

/** An adapter as somebody else might publish it: one file of its own in the home. */
const adapter = `
const id = "sample";
const translator = { id, events: [], recognise: () => undefined, translate: () => ({ kind: "ignore", why: "not-a-signal" }) };
const capabilities = { waiting: false, answers: false, children: false, interruptHook: false, observe: false, transcript: "none", verify: false, gaps: [] };
export default {
  contract: 1, id, displayName: "Sample", binary: ["sample-agent"], capabilities, translator,
  verified: { version: "1.0.0", date: "2026-01-01", how: "documented" },
  activation: { kind: "restart", instruction: "Restart it." },
  platforms: ["linux", "darwin"], standIn: { kind: "executable", path: "sample-agent" },
  files: ({ home }) => [{ path: home + "/.sample.json", role: "install", ownership: "own", syntax: "json" }],
  plan: ({ action, files: [{ path, text }] }) => {
    const after = action === "install" ? "{}\\n" : undefined;
    return text === after ? [] : [{ path, before: text, after }];
  },
  inspect: () => ({ harness: id, events: [], findings: [] }),
};
`;

function install(name: string, files: Readonly<Record<string, string>>): void {
  const exports = { ".": { default: "./index.js" }, "./hook.cjs": "./hook.cjs" };
  sandbox.write(
    join(packages, name, "package.json"),
    JSON.stringify({ name, version: "1.0.0", type: "module", exports }),
  );
  for (const [path, text] of Object.entries(files)) sandbox.write(join(packages, name, path), text);
}

function configure(...names: readonly string[]): void {
  sandbox.write(join(sandbox.home, ".config/hexokit/config.json"), JSON.stringify({ adapters: names }));
}

const hook =
  'exports.translator = { id: "sample", events: [], recognise() {}, translate: () => ({ kind: "ignore", why: "payload" }) };\n';

describe("adapters of others", () => {
  it("are set up like ours, hook file too, and taken out again", () => {
    install("@them/adapter-sample", { "index.js": adapter, "hook.cjs": hook });
    configure("@them/adapter-sample");
    expect(sandbox.rk(["agent", "setup", "sample", "--yes"])).toMatchObject({
      status: 0,
      output: expect.stringContaining("Sample: set up. Restart it."),
    });
    expect(sandbox.read(join(sandbox.data, "hooks/sample.cjs"))).toMatch(
      /^\/\/ HexoKit agent hooks: hooks\/sample\.cjs 0/,
    );
    expect(sandbox.rk(["agent", "capabilities"]).output).toContain("Sample");
    expect(sandbox.rk(["agent", "setup", "--uninstall", "--yes"]).status).toBe(0);
    expect([existsSync(join(sandbox.home, ".sample.json")), existsSync(sandbox.data)]).toEqual([
      false,
      false,
    ]);
  });

  it("one harness that fails does not stop the others: exit 4", () => {
    install("@them/adapter-sample", { "index.js": adapter, "hook.cjs": hook });
    configure("@them/adapter-sample");
    sandbox.write(sandbox.settings, "{ not json");
    const { status, output } = sandbox.rk(["agent", "setup", "claude", "sample", "--yes", "--json"]);
    expect(status).toBe(4);
    expect(JSON.parse(output).harnesses).toMatchObject([
      { harness: "claude", status: "failed", error: { code: "CONFIG_MALFORMED" } },
      { harness: "sample", status: "changed", error: null },
    ]);
    expect([sandbox.read(sandbox.settings), sandbox.read(join(sandbox.home, ".sample.json"))]).toEqual([
      "{ not json",
      "{}\n",
    ]);
    // With claude's part unreadable nobody knows that the forwarder is not needed.
    expect(sandbox.rk(["agent", "setup", "--uninstall", "--yes"]).status).toBe(4);
    expect(existsSync(join(sandbox.data, "rk-hook"))).toBe(true);
  });

  it("without a hook file cannot be set up", () => {
    install("@them/adapter-sample", { "index.js": adapter });
    configure("@them/adapter-sample");
    const { status, output } = sandbox.rk(["agent", "setup", "sample", "--yes", "--json"]);
    expect([status, JSON.parse(output).harnesses[0].error.code]).toEqual([1, "HARNESS_INVALID"]);
    expect(existsSync(join(sandbox.home, ".sample.json"))).toBe(false);
  });

  const unusable: readonly (readonly [what: string, name: string, text: string | undefined])[] = [
    ["not installed", "@them/adapter-gone", undefined],
    ["of another contract", "adapter-two", adapter.replace("contract: 1", "contract: 2")],
    ["that throws", "adapter-throws", "throw new Error('boom');"],
    ["without an adapter", "adapter-empty", "export const x = 1;"],
    ["that takes a name of ours", "adapter-claude", adapter.replaceAll('"sample"', '"claude"')],
    ["named by a path", "../../evil", undefined],
  ];
  it.each(unusable)("a package %s is named, and the others work", (_what, name, text) => {
    if (text !== undefined) install(name, { "index.js": text, "hook.cjs": hook });
    configure(name);
    const { status, output, complaints } = sandbox.rk(["agent", "capabilities"]);
    expect([status, output]).toEqual([0, expect.stringContaining("Claude Code")]);
    expect(complaints).toMatch(
      new RegExp(
        `^rk: HARNESS_INVALID: The adapter package ${name.replaceAll(".", "\\.")} cannot be used: .+\n$`,
      ),
    );
  });

  it.each([
    ["{", "CONFIG_MALFORMED"],
    ['{"adapters": "x"}', "CONFIG_SHAPE"],
  ])("a configuration like %s is told", (text, code) => {
    sandbox.write(join(sandbox.home, ".config/hexokit/config.json"), text);
    expect(sandbox.rk(["agent", "capabilities"])).toMatchObject({
      status: 0,
      complaints: expect.stringContaining(code),
    });
  });
});
