import { dirname, isAbsolute, join } from "node:path";
import type { HarnessFile, HostEnvironment } from "@hexokit/core";

/** What is particular to Claude Code and is mere data. */
export const claudeManifest = {
  id: "claude",
  displayName: "Claude Code",
  binary: ["claude"],
  verified: { version: "2.1.332", date: "2026-12-01", how: "live" },
  /** Claude Code watches its settings: a hook added to a running session ran on its next prompt (2.1.332). */
  activation: {
    kind: "none",
    instruction: "Nothing to do: running sessions read the new hooks before their next prompt.",
  },
  platforms: ["linux", "darwin"],
} as const;

/** Claude Code's own directory: settings, sessions and transcripts move together (2.1.332, live). */
export function claudeDirectory({ home, environment, workingDirectory }: HostEnvironment): string {
  const directory = environment.CLAUDE_CONFIG_DIR;
  if (directory === undefined || directory === "") return join(home, ".claude");
  return isAbsolute(directory) ? directory : join(workingDirectory, directory);
}

const settings = { ownership: "shared", syntax: "json" } as const;

/**
 * The settings files, the one that we install into first. The others can only switch hooks off, or (with
 * `CLAUDE_CONFIG_DIR`) hold what an earlier setup left in the usual place.
 */
export function claudeFiles(host: HostEnvironment): readonly HarnessFile[] {
  const directory = claudeDirectory(host);
  const usual = join(host.home, ".claude");
  const project = join(host.workingDirectory, ".claude");
  const files: HarnessFile[] = [{ path: join(directory, "settings.json"), role: "install", ...settings }];
  const add = (path: string, role: HarnessFile["role"]) => {
    const known = files.some((file) => sameFile(host, file.path, path));
    if (!known) files.push({ path, role, ...settings });
  };
  add(join(usual, "settings.json"), "former");
  add(join(project, "settings.json"), "read");
  add(join(project, "settings.local.json"), "read");
  add(managedSettings(host.platform), "read");
  return files;
}

/** Where an administrator's settings are: they outrank the user's. */
export function managedSettings(platform: NodeJS.Platform): string {
  return platform === "darwin"
    ? "/Library/Application Support/ClaudeCode/managed-settings.json"
    : "/etc/claude-code/managed-settings.json";
}

function sameFile(host: HostEnvironment, one: string, other: string): boolean {
  if (one === other) return true;
  return one.endsWith("/settings.json") && other.endsWith("/settings.json")
    ? host.realPath(dirname(one)) === host.realPath(dirname(other))
    : false;
}
