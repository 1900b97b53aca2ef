import { isAbsolute, join } from "node:path";
import type { HarnessFile, HostEnvironment } from "@hexokit/core";

/** What is particular to OpenCode and is mere data. */
export const opencodeManifest = {
  id: "opencode",
  displayName: "OpenCode",
  binary: ["opencode"],
  verified: { version: "1.18.33", date: "2026-12-01", how: "live" },
  /** A plugin that is added to a running TUI is not loaded (1.18.33, live). */
  activation: {
    kind: "restart",
    instruction:
      "Restart running opencode sessions; the first start with a plugin fetches @opencode-ai/plugin and takes over a minute when offline.",
  },
  platforms: ["linux", "darwin"],
} as const;

/** The file within the data directory that the installed plugin loads. */
export const moduleName = "opencode.cjs";

function base(host: HostEnvironment, name: string, usual: string): string {
  const value = host.environment[name];
  return value !== undefined && isAbsolute(value) ? value : join(host.home, usual);
}

/**
 * The plugin that we install: OpenCode reads `plugins` in `$XDG_CONFIG_HOME/opencode`, instead of the usual
 * place, and `plugin` too (1.18.33, live). Those are cleaned by an uninstall.
 */
export function opencodeFiles(host: HostEnvironment): readonly HarnessFile[] {
  const configs = [base(host, "XDG_CONFIG_HOME", ".config"), join(host.home, ".config")];
  const paths = configs.flatMap((config) =>
    ["plugins", "plugin"].map((folder) => join(config, "opencode", folder, "run-kit.js")),
  );
  return [...new Set(paths)].map((path, index) => ({
    path,
    role: index === 0 ? "install" : "former",
    ownership: "own",
    syntax: "javascript",
  }));
}

/** Where exports lie: `$XDG_STATE_HOME/hexokit/opencode-export`. */
export function exportFolder(host: HostEnvironment): string {
  return join(base(host, "XDG_STATE_HOME", join(".local", "state")), "hexokit", "opencode-export");
}
