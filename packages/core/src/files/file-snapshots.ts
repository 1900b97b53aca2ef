import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import type { FileSnapshot, FileSnapshots, HarnessFile } from "../contract/install.js";
import { HexoError } from "../errors.js";

/** Settings files are kilobytes; what is larger is something else. */
const sizeLimit = 16 * 1024 * 1024;

/**
 * Reads the files that an adapter named, in their order.
 * @throws HexoError CONFIG_UNREADABLE, CONFIG_MALFORMED (not UTF-8) for a file to install into
 */
export function readSnapshots(files: readonly HarnessFile[]): FileSnapshots {
  return files.map(({ path, role }) => {
    try {
      return { ...readSnapshot(path), role };
    } catch (error) {
      if (role === "install" || !HexoError.isInstance(error)) throw error;
      const problem = error.fields.problem === "not-a-file" ? "not-a-file" : "unreadable";
      return { path, role, text: undefined, symbolicLink: false, problem };
    }
  });
}

/**
 * Reads one file. A byte order mark stays in the text, so text and bytes say the same.
 * @throws HexoError CONFIG_UNREADABLE: a directory, a dangling link, no permission; CONFIG_MALFORMED: not UTF-8
 */
export function readSnapshot(path: string): FileSnapshot {
  try {
    const link = lstatSync(path, { throwIfNoEntry: false });
    if (link === undefined) return { path, text: undefined, symbolicLink: false };
    const symbolicLink = link.isSymbolicLink();
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) {
      throw unreadable(path, "is a symbolic link to a file that does not exist", "not-a-file");
    }
    if (stat.isDirectory()) throw unreadable(path, "is a directory", "not-a-file");
    if (!stat.isFile()) throw unreadable(path, "is not a regular file", "not-a-file");
    if (stat.size > sizeLimit) throw unreadable(path, `is larger than ${sizeLimit} bytes`, "not-a-file");
    return { path, text: decode(path, readFileSync(path)), symbolicLink };
  } catch (error) {
    if (HexoError.isInstance(error)) throw error;
    throw unreadable(
      path,
      `cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`,
      "unreadable",
      error,
    );
  }
}

/** The file itself behind any symbolic links; the path when there is none. */
export function resolveTarget(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path);
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new HexoError("CONFIG_MALFORMED", `${path} is not UTF-8 text.`, {
      hint: "Nothing was written. Save the file as UTF-8, then run the command again.",
      fields: { path },
      cause: error,
    });
  }
}

function unreadable(path: string, what: string, problem: string, cause?: unknown): HexoError {
  return new HexoError("CONFIG_UNREADABLE", `${path} ${what}.`, {
    hint: "Nothing was written. Make it a readable file or take it away, then run the command again.",
    fields: { path, problem },
    cause,
  });
}
