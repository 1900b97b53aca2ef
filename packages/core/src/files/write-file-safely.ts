import { accessSync, constants, mkdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { FileChange } from "../contract/install.js";
import { HexoError } from "../errors.js";
import { addedText } from "./added-text.js";
import { readSnapshot, resolveTarget } from "./file-snapshots.js";
import { holdSignals } from "./hold-signals.js";
import { replaceFile, syncDirectory } from "./replace-file.js";

/**
 * Carries out changes. All are checked before the first is written; each is then written as by
 * {@link writeFileSafely}.
 * @throws HexoError as {@link writeFileSafely}
 */
export function applyChanges(changes: readonly FileChange[]): void {
  for (const change of changes) checkChange(change);
  for (const change of changes) writeFileSafely(change);
}

/**
 * Carries out one change: the old or the new file, whole, at every moment, and nothing beside it. Symbolic
 * links are followed and stay; mode and owner stay; a new file is the user's alone (0600, new directories
 * 0700). Hard links, access lists and extended attributes of the old file are not carried over.
 * @throws HexoError CONFIG_CHANGED when the file is no longer `before`, CONFIG_READ_ONLY (its hint has the
 *   text to add by hand), CONFIG_UNREADABLE, WRITE_FAILED (the old file is intact)
 */
export function writeFileSafely(change: FileChange): void {
  const target = checkChange(change);
  const { after } = change;
  let made: string | undefined;
  holdSignals(() => {
    try {
      if (after === undefined) {
        rmSync(target);
        syncDirectory(dirname(target));
        return;
      }
      made = mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      const confirm = () => requireUnchanged(change);
      const stat = statSync(target, { throwIfNoEntry: false });
      if (stat === undefined) replaceFile(target, after, { mode: 0o600, create: true, confirm });
      else replaceFile(target, after, { mode: stat.mode & 0o7777, owner: stat, confirm });
    } catch (error) {
      if (made !== undefined) removeEmptyDirectories(dirname(target), made);
      throw explain(change, error);
    }
  });
}

/**
 * The checks that need no writing, to be made before a person is asked.
 * @returns the file to write, behind any symbolic links
 */
export function checkChange(change: FileChange): string {
  requireUnchanged(change);
  const target = resolveTarget(change.path);
  const stat = statSync(target, { throwIfNoEntry: false });
  if (target.startsWith("/nix/store/")) throw readOnly(change, "is managed by Nix");
  if (stat !== undefined) {
    // The superuser may write anything; a file without a write bit still says that nobody should.
    if ((stat.mode & 0o222) === 0 || !mayWrite(target)) throw readOnly(change, "is read-only");
    if (!mayWrite(dirname(target))) throw readOnly(change, "lies in a directory that is read-only");
  }
  return target;
}

function requireUnchanged(change: FileChange): void {
  if (readSnapshot(change.path).text === change.before) return;
  throw new HexoError("CONFIG_CHANGED", `${change.path} was changed by someone else since it was read.`, {
    hint: "Nothing was written to it. Run the command again to see the new difference.",
    fields: { path: change.path },
  });
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function removeEmptyDirectories(from: string, first: string): void {
  try {
    for (let directory = from; directory.startsWith(first); directory = dirname(directory))
      rmdirSync(directory);
  } catch {
    // Someone else has put something there.
  }
}

function explain(change: FileChange, error: unknown): unknown {
  if (HexoError.isInstance(error)) return error;
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  if (code === "EEXIST") {
    return new HexoError("CONFIG_CHANGED", `${change.path} was made by someone else just now.`, {
      hint: "Nothing was written to it. Run the command again.",
      fields: { path: change.path },
      cause: error,
    });
  }
  if (["EACCES", "EPERM", "EROFS"].includes(code))
    return readOnly(change, `may not be written (${code})`, error);
  const state = change.before === undefined ? "No file was made" : "The old file is intact";
  return new HexoError("WRITE_FAILED", `${change.path} could not be written (${code}). ${state}.`, {
    hint:
      code === "ENOSPC" || code === "EDQUOT"
        ? "Make room on the disk, then run the command again."
        : "Run the command again.",
    fields: { path: change.path },
    cause: error,
  });
}

function readOnly(change: FileChange, what: string, cause?: unknown): HexoError {
  const { before, after } = change;
  const text = addedText(before ?? "", after ?? "");
  const hint =
    text === ""
      ? "Nothing was written. Make it writable, or take our entries out where the file is made."
      : `Nothing was written. Make it writable, or add this where the file is made (for Nix: in your configuration):\n${text}`;
  return new HexoError("CONFIG_READ_ONLY", `${change.path} ${what}.`, {
    hint,
    fields: { path: change.path },
    cause,
  });
}
