import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** The first program of that name on PATH, as an absolute path; relative PATH entries do not count. */
export function findOnPath(name: string, path: string | undefined): string | undefined {
  for (const folder of (path ?? "").split(":")) {
    if (!isAbsolute(folder)) continue;
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      if (statSync(candidate).isFile()) return candidate;
    } catch {
      // Not there, or not ours to run.
    }
  }
  return undefined;
}
