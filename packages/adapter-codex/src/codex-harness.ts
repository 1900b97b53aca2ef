import { isAbsolute, join } from "node:path";
import type { HarnessFile, HostEnvironment } from "@hexokit/core";

/** What is particular to Codex and is mere data. */
export const codexManifest = {
  id: "codex",
  displayName: "Codex",
  binary: ["codex"],
  verified: { version: "0.171.0", date: "2026-11-30", how: "live" },
  /** A thread keeps the hooks and the trust that it was made with (0.171.0, live). */
  activation: {
    kind: "trust-review",
    instruction:
      "Start a new codex session, type /hooks and trust the hooks of rk-hook: Codex runs no hook that you have not trusted.",
  },
  /** Elsewhere Codex runs hooks in PowerShell. */
  platforms: ["linux", "darwin"],
} as const;

/** `CODEX_HOME` or `~/.codex`, as it was given. */
function givenDirectory({ home, environment, workingDirectory }: HostEnvironment): string {
  const directory = environment.CODEX_HOME;
  if (directory === undefined || directory === "") return join(home, ".codex");
  return isAbsolute(directory) ? directory : join(workingDirectory, directory);
}

/**
 * Codex's own directory, as Codex names it in its trust entries: resolved where `CODEX_HOME` is set, unresolved
 * where it is not (0.171.0, live).
 */
export function codexDirectory(host: HostEnvironment): string {
  const given = givenDirectory(host);
  return (host.environment.CODEX_HOME ?? "") === "" ? given : host.realPath(given);
}

const shared = { ownership: "shared" } as const;

/**
 * The hooks file that we install into, the one of the usual place where `CODEX_HOME` names another, and the
 * `config.toml` that holds the trust, under each name that a trust entry may have been written for.
 */
export function codexFiles(host: HostEnvironment): readonly HarnessFile[] {
  const given = givenDirectory(host);
  const own = codexDirectory(host);
  const usual = join(host.home, ".codex");
  const hooks = { ...shared, syntax: "hooks-json" } as const;
  const files: HarnessFile[] = [{ path: join(own, "hooks.json"), role: "install", ...hooks }];
  if (host.realPath(usual) !== host.realPath(given))
    files.push({ path: join(usual, "hooks.json"), role: "former", ...hooks });
  for (const directory of new Set([own, given, host.realPath(given)]))
    files.push({ path: join(directory, "config.toml"), role: "read", ...shared });
  return files;
}
