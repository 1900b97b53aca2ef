import { join } from "node:path";
import type { InstallFinding, RuntimeHost } from "@hexokit/core";
import { kimiDirectory, kimiManifest } from "./kimi-harness.js";

/** Kimi Code takes seconds to start (2.1.0: 2 to 10). */
const patience = 20_000;

/** More lines of its words help nobody. */
const lineLimit = 8;

/**
 * What `kimi doctor config` said (2.1.0: `Kimi doctor …`, and status 1 for a file that it would not take).
 * Versions without it, and the older Python program of that name, say something else: that is no finding.
 */
export function findingsOf(status: number, output: string): readonly InstallFinding[] {
  if (status === 0 || !output.startsWith("Kimi doctor")) return [];
  const [, ...lines] = output.split("\n").map((line) => line.trim());
  const words = lines.filter((line) => line !== "").slice(0, lineLimit);
  return [
    {
      severity: "problem",
      message: `Kimi Code says of its configuration: ${words.join(" ")}`,
      hint: "Correct that: Kimi Code ignores hooks, or does not start at all, with such a file.",
    },
  ];
}

/**
 * Asks Kimi Code whether it takes its own configuration. Not of a file with a byte order mark: its doctor calls
 * that invalid, while a session takes it and runs the hooks (2.1.0, live).
 */
export async function verifyKimi(host: RuntimeHost): Promise<readonly InstallFinding[]> {
  const start = host.readWindow(join(kimiDirectory(host), "config.toml"), 4096, 0)?.head;
  if (start?.startsWith("\uFEFF") === true) return [];
  const [program] = kimiManifest.binary;
  const result = await host.run?.(program, ["doctor", "config"], patience);
  return result === undefined ? [] : findingsOf(result.status, result.output);
}
