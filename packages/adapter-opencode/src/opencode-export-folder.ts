import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { HexoError } from "@hexokit/core";

/** Milliseconds for which a path that was handed out stays good. */
const grace = 60 * 60 * 1000;

/** So many exports may be in their hour at once. */
const fileLimit = 16;

/** Exports end within 15 s; an unfinished one that is older was left by a killed program. */
const leftoverAge = 2 * 60 * 1000;

const finished = /^ses_[A-Za-z0-9]+(?:\.sanitized)?\.json$/;
const unfinished = /^\.ses_[A-Za-z0-9]+(?:\.sanitized)?\.json-\d+-\d+\.tmp$/;

/** A file that is being written; nobody sees it yet. */
export interface NewFile {
  /** Open for writing. */
  readonly descriptor: number;
  size(): number;
  read(): string;
}

export interface ExportFolder {
  /**
   * Makes a file: `write` fills it, and it takes its name whole or not at all.
   * @returns its path, good for an hour
   * @throws HexoError EXPORT_BUSY, or what `write` threw
   */
  put(name: string, write: (file: NewFile) => Promise<void>): Promise<string>;
}

let count = 0;

/**
 * The user's own folder for exports (0700), made where it is missing.
 * @throws HexoError FILE_FOREIGN when something else stands there, a symbolic link included
 */
export function openExportFolder(path: string, now: () => number = Date.now): ExportFolder {
  mkdirSync(dirname(dirname(path)), { recursive: true, mode: 0o700 });
  for (const folder of [dirname(path), path]) makeOwnFolder(folder);
  chmodSync(path, 0o700);
  return {
    async put(name, write) {
      prune(path, now());
      count += 1;
      const temporary = join(path, `.${name}-${process.pid}-${count}.tmp`);
      const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
      const descriptor = openSync(temporary, flags, 0o600);
      try {
        // Ours is counted, those of others that are being written too: two at once cannot both be the last.
        if (inUse(path, name) > fileLimit) throw busy(path);
        await write({
          descriptor,
          size: () => fstatSync(descriptor).size,
          read: () => readFileSync(temporary, "utf8"),
        });
        const handedOut = now() / 1000;
        futimesSync(descriptor, handedOut, handedOut);
        renameSync(temporary, join(path, name));
        return join(path, name);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      } finally {
        closeSync(descriptor);
      }
    },
  };
}

function makeOwnFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const stat = lstatSync(path);
  if (stat.isDirectory() && stat.uid === process.getuid?.()) return;
  throw new HexoError("FILE_FOREIGN", `${path} is not a directory of yours; nothing was written to it.`, {
    hint: "Move it away, then run the command again.",
    fields: { path },
  });
}

/** Takes out what is past its hour. */
function prune(path: string, now: number): void {
  for (const name of readdirSync(path)) {
    const limit = finished.test(name) ? grace : unfinished.test(name) ? leftoverAge : undefined;
    if (limit === undefined) continue;
    const stat = lstatSync(join(path, name), { throwIfNoEntry: false });
    if (stat !== undefined && now - stat.mtimeMs > limit) rmSync(join(path, name), { force: true });
  }
}

/** Files of other names, and those being written. */
function inUse(path: string, name: string): number {
  return readdirSync(path).filter(
    (other) => unfinished.test(other) || (finished.test(other) && other !== name),
  ).length;
}

function busy(path: string): HexoError {
  return new HexoError("EXPORT_BUSY", `${fileLimit} exports are in use in ${path}.`, {
    hint: "Each is kept for an hour. Wait, or delete those that you do not need, then run the command again.",
    fields: { path },
  });
}
