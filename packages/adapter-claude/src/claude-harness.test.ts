import { memoryHost } from "@hexokit/adapter-testkit";
import type { HostEnvironment } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { claudeFiles } from "./claude-harness.js";

const host = (change: Partial<HostEnvironment> = {}): HostEnvironment => ({
  ...memoryHost({ home: "/home/u" }),
  ...change,
});
const files = (change?: Partial<HostEnvironment>) =>
  claudeFiles(host(change)).map(({ role, path }) => `${role} ${path}`);

describe("claudeFiles", () => {
  it("installs into the user's settings and reads what can switch hooks off", () => {
    expect(files()).toEqual([
      "install /home/u/.claude/settings.json",
      "read /home/u/project/.claude/settings.json",
      "read /home/u/project/.claude/settings.local.json",
      "read /etc/claude-code/managed-settings.json",
    ]);
  });

  it("follows CLAUDE_CONFIG_DIR and knows the usual place as a former one", () => {
    expect(files({ environment: { CLAUDE_CONFIG_DIR: "/srv/claude" } }).slice(0, 2)).toEqual([
      "install /srv/claude/settings.json",
      "former /home/u/.claude/settings.json",
    ]);
    expect(files({ environment: { CLAUDE_CONFIG_DIR: "profile" } })[0]).toBe(
      "install /home/u/project/profile/settings.json",
    );
    expect(files({ environment: { CLAUDE_CONFIG_DIR: "" } })[0]).toBe(
      "install /home/u/.claude/settings.json",
    );
  });

  it("names a file once, also when two paths lead to it", () => {
    expect(files({ workingDirectory: "/home/u" })).toEqual([
      "install /home/u/.claude/settings.json",
      "read /home/u/.claude/settings.local.json",
      "read /etc/claude-code/managed-settings.json",
    ]);
    const linked = (path: string) => path.replace("/srv/claude", "/home/u/.claude");
    expect(files({ environment: { CLAUDE_CONFIG_DIR: "/srv/claude" }, realPath: linked })[1]).toBe(
      "read /home/u/project/.claude/settings.json",
    );
  });

  it("knows where macOS has managed settings", () => {
    expect(files({ platform: "darwin" }).at(-1)).toBe(
      "read /Library/Application Support/ClaudeCode/managed-settings.json",
    );
  });
});
