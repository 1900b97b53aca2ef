import { isAbsolute, join } from "node:path";
import type { HarnessFile, HostEnvironment } from "@hexokit/core";

/** What is particular to Copilot CLI and is mere data. */
export const copilotManifest = {
  id: "copilot",
  displayName: "GitHub Copilot CLI",
  binary: ["copilot"],
  verified: { version: "1.0.102", date: "2026-12-01", how: "live" },
  /** A hook file added to a running process is used from its next session, which `/clear` begins (1.0.102). */
  activation: {
    kind: "new-session",
    instruction: "Start a new session: restart running ones, or type /clear in them.",
  },
  platforms: ["linux", "darwin"],
} as const;

/** Copilot's own directory: hooks, sessions and settings move together (1.0.102, live). */
export function copilotDirectory({ home, environment, workingDirectory }: HostEnvironment): string {
  const directory = environment.COPILOT_HOME;
  if (directory === undefined || directory === "") return join(home, ".copilot");
  return isAbsolute(directory) ? directory : join(workingDirectory, directory);
}

const place = (directory: string) => join(directory, "hooks", "run-kit.json");

/**
 * Our own file among those that Copilot reads from `hooks/`. Its name is that of the first generation, so
 * that there is one file of ours and not two.
 */
export function copilotFiles(host: HostEnvironment): readonly HarnessFile[] {
  const directory = copilotDirectory(host);
  const usual = join(host.home, ".copilot");
  const own = { ownership: "own", syntax: "json" } as const;
  const isUsual = directory === usual || host.realPath(directory) === host.realPath(usual);
  return [
    { path: place(directory), role: "install", ...own },
    ...(isUsual ? [] : [{ path: place(usual), role: "former", ...own } as const]),
  ];
}
