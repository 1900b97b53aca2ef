import { dirname, join, resolve } from "node:path";
import type { HarnessFile, HostEnvironment } from "@hexokit/core";

/** What is particular to Gemini CLI and is mere data. */
export const geminiManifest = {
  id: "gemini",
  displayName: "Gemini CLI",
  binary: ["gemini"],
  verified: { version: "0.61.0", date: "2026-12-01", how: "live" },
  /** Gemini CLI reads hooks when it starts, and runs none in a folder that is not trusted (0.61.0, live). */
  activation: {
    kind: "new-session",
    instruction:
      "Start gemini again: running sessions have no hooks, and a folder that you do not trust has none ever.",
  },
  platforms: ["linux", "darwin"],
} as const;

/** Gemini CLI's own directory: `.gemini` in `GEMINI_CLI_HOME`, which stands for the home (0.61.0). */
export function geminiDirectory({ home, environment, workingDirectory }: HostEnvironment): string {
  const own = environment.GEMINI_CLI_HOME;
  return join(own === undefined || own === "" ? home : resolve(workingDirectory, own), ".gemini");
}

const shared = { ownership: "shared", syntax: "json-with-comments" } as const;

/**
 * The settings that we install into, those of the usual place where `GEMINI_CLI_HOME` names another, and what
 * can keep hooks from running: the settings of system and project, and the list of trusted folders.
 */
export function geminiFiles(host: HostEnvironment): readonly HarnessFile[] {
  const { environment, home, workingDirectory, platform } = host;
  const directory = geminiDirectory(host);
  const system = environment.GEMINI_CLI_SYSTEM_SETTINGS_PATH || systemSettings(platform);
  const files: HarnessFile[] = [{ path: join(directory, "settings.json"), role: "install", ...shared }];
  const add = (path: string, role: HarnessFile["role"]) => {
    const isKnown = files.some((file) => file.path === path || isSameFile(host, file.path, path));
    if (!isKnown) files.push({ path, role, ...shared });
  };
  add(join(home, ".gemini", "settings.json"), "former");
  add(join(workingDirectory, ".gemini", "settings.json"), "read");
  add(resolve(workingDirectory, system), "read");
  add(
    resolve(
      workingDirectory,
      environment.GEMINI_CLI_SYSTEM_DEFAULTS_PATH || join(dirname(system), "system-defaults.json"),
    ),
    "read",
  );
  add(
    resolve(
      workingDirectory,
      environment.GEMINI_CLI_TRUSTED_FOLDERS_PATH || join(directory, "trustedFolders.json"),
    ),
    "read",
  );
  return files;
}

/** Where an administrator's settings are: they outrank all others. */
function systemSettings(platform: NodeJS.Platform): string {
  return platform === "darwin"
    ? "/Library/Application Support/GeminiCli/settings.json"
    : "/etc/gemini-cli/settings.json";
}

function isSameFile(host: HostEnvironment, one: string, other: string): boolean {
  return one.endsWith("/settings.json") && other.endsWith("/settings.json")
    ? host.realPath(dirname(one)) === host.realPath(dirname(other))
    : false;
}
