import { join } from "node:path";
import type { HarnessFile, HostEnvironment } from "@hexokit/core";

/** What is particular to Antigravity CLI and is mere data. */
export const antigravityManifest = {
  id: "antigravity",
  displayName: "Antigravity CLI",
  binary: ["agy"],
  /** The program was not at hand: all that is said of it was documented by others. */
  verified: { version: "1.2.7", date: "2026-11-30", how: "documented" },
  activation: {
    kind: "new-session",
    instruction: "Start a new agy session: whether a running one reads new hooks is not known.",
  },
  platforms: ["linux", "darwin"],
} as const;

/** The name of our hook in the file; an older generation was called `run-kit`. */
export const hookName = "hexokit";

/** Where the CLI keeps its conversations; the desktop app has `~/.gemini/antigravity`. */
export function antigravityDirectory({ home }: Pick<HostEnvironment, "home">): string {
  return join(home, ".gemini", "antigravity-cli");
}

/**
 * The one file that is always loaded. A workspace's `.agents/hooks.json` is beside it: where both have a hook
 * of one name, only this one's runs (agy 1.2.7, documented).
 */
export function antigravityFiles({ home }: HostEnvironment): readonly HarnessFile[] {
  const path = join(home, ".gemini", "config", "hooks.json");
  return [{ path, role: "install", ownership: "shared", syntax: "named-hooks-json" }];
}
