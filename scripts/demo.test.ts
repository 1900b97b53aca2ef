import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

describe("the README's commands", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

  it.each([
    ["npm run demo", "demo"],
    ["npm test", "test"],
  ])("%s is a script that exists and asks for nothing but Node", (command, name) => {
    expect(readme).toMatch(new RegExp(`^${command}\\b`, "m"));
    const file = /^node (\S+)$/.exec(scripts[name])?.[1] ?? "not a script of ours";
    expect(existsSync(join(root, file))).toBe(true);
    const imports = readFileSync(join(root, file), "utf8").matchAll(/from "(?!node:|\.\/)([^"]+)"/g);
    expect([...imports].map((match) => match[1])).toEqual([]);
  });
});

describe("npm run demo", () => {
  let programs: string;
  beforeEach(() => {
    programs = mkdtempSync(join(tmpdir(), "hexokit-demo-"));
  });
  afterEach(() => rmSync(programs, { recursive: true, force: true }));

  /** On PATH is only what the test put there. */
  const runDemo = () =>
    spawnSync(process.execPath, [join(root, "scripts/demo.mjs")], {
      cwd: programs,
      encoding: "utf8",
      env: { PATH: programs, HOME: programs },
    });

  it("says in one sentence that tmux is missing, and does nothing", () => {
    expect(runDemo()).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/^The demo cannot run here: tmux 3\.2 or later is needed.*\n$/),
    });
  });

  it("refuses a tmux that is too old", () => {
    writeFileSync(join(programs, "tmux"), "#!/bin/sh\necho tmux 3.1c\n", { mode: 0o755 });
    expect(runDemo()).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/^The demo cannot run here: .* this is tmux 3\.1c\.\n$/),
    });
  });

  it("says what it will do, then begins, when both are there", () => {
    writeFileSync(join(programs, "tmux"), "#!/bin/sh\necho tmux 3.4\n", { mode: 0o755 });
    // Here is no npx, so that the first step fails.
    const { status, stdout } = runDemo();
    expect(status).toBe(1);
    expect(stdout).toContain("400 to 560 MB");
    expect(stdout.trimEnd()).toMatch(/── Install$/);
  });
});
