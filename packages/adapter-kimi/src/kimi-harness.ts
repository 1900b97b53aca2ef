import { isAbsolute, join } from "node:path";
import type { HarnessFile, HostEnvironment } from "@hexokit/core";

/** What is particular to Kimi Code and is mere data. */
export const kimiManifest = {
  id: "kimi",
  displayName: "Kimi Code",
  binary: ["kimi"],
  verified: { version: "2.1.0", date: "2026-12-01", how: "live" },
  /** A hook added to a running session did not run until `/reload` (2.1.0, live). */
  activation: {
    kind: "new-session",
    instruction: "Start a new kimi session, or type /reload in one that runs.",
  },
  platforms: ["linux", "darwin"],
} as const;

/** Kimi Code's own directory: config and sessions move together (2.1.0, live). */
export function kimiDirectory({ home, environment, workingDirectory }: HostEnvironment): string {
  const directory = environment.KIMI_CODE_HOME;
  if (directory === undefined || directory === "") return join(home, ".kimi-code");
  return isAbsolute(directory) ? directory : join(workingDirectory, directory);
}

/** The file that we install into; with `KIMI_CODE_HOME`, also what an earlier setup left in the usual place. */
export function kimiFiles(host: HostEnvironment): readonly HarnessFile[] {
  const directory = kimiDirectory(host);
  const usual = join(host.home, ".kimi-code");
  const config = { ownership: "shared", syntax: "toml" } as const;
  const files: HarnessFile[] = [{ path: join(directory, "config.toml"), role: "install", ...config }];
  if (host.realPath(usual) !== host.realPath(directory))
    files.push({ path: join(usual, "config.toml"), role: "former", ...config });
  return files;
}
