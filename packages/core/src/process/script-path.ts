import { realpathSync } from "node:fs";
import { basename, resolve } from "node:path";

/**
 * The script of a Node process: its first argument that is no option. Options with a value of their own
 * (`--import x`) are not known here; then there is mostly no such file.
 * @param directory the process's working directory, asked for only where the path is relative
 */
export function scriptOf(
  executable: string | undefined,
  words: readonly string[],
  directory: () => string | undefined,
): string | undefined {
  if (executable === undefined || basename(executable) !== "node") return undefined;
  const path = words.find((word, index) => index > 0 && !word.startsWith("-"));
  if (path === undefined) return undefined;
  try {
    const from = path.startsWith("/") ? "/" : directory();
    return from === undefined ? undefined : realpathSync(resolve(from, path));
  } catch {
    return undefined;
  }
}
