import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRunning } from "./is-running.js";

export interface ReplaceOptions {
  readonly mode: number;
  /** Whose file it is to be; default: the caller's. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** The file must not exist yet: EEXIST when it does. */
  readonly create?: boolean;
  /** Called last of all before the new file takes the old one's place; may throw to stop it. */
  readonly confirm?: () => void;
}

/**
 * Puts a whole new file in the place of `target` (no symbolic link; its directory exists): whoever reads
 * and whatever is killed, there is the old file or the new one. Any failure leaves the old file and
 * nothing else. What a killed writer left beside the file goes with the next write.
 * @throws the system's error, or what `confirm` threw
 */
export function replaceFile(target: string, text: string, options: ReplaceOptions): void {
  const directory = dirname(target);
  const prefix = `.hexokit-${basename(target).slice(0, 100)}-`;
  removeLeftovers(directory, prefix);
  const temporary = join(directory, `${prefix}${process.pid}.tmp`);
  try {
    writeDurably(temporary, text, options);
    options.confirm?.();
    if (options.create === true) putNew(temporary, target);
    else renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncDirectory(directory);
}

/** Makes an entry that was added to or taken from a directory survive a power cut, where the system can. */
export function syncDirectory(directory: string): void {
  try {
    const handle = openSync(directory, "r");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Some file systems cannot; the file itself is written either way.
  }
}

function writeDurably(path: string, text: string, { mode, owner }: ReplaceOptions): void {
  const handle = openSync(path, "wx", 0o600);
  try {
    writeFileSync(handle, text);
    if (owner !== undefined) keepOwner(handle, owner);
    fchmodSync(handle, mode);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function keepOwner(handle: number, owner: { readonly uid: number; readonly gid: number }): void {
  const made = fstatSync(handle);
  if (owner.uid === made.uid && owner.gid === made.gid) return;
  try {
    fchownSync(handle, owner.uid, owner.gid);
  } catch (error) {
    // A group that the user is not in cannot be kept; another user's file must stay that user's.
    if (owner.uid !== made.uid) throw error;
  }
}

function putNew(temporary: string, target: string): void {
  try {
    linkSync(temporary, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    // A file system without hard links.
    renameSync(temporary, target);
    return;
  }
  rmSync(temporary);
}

function removeLeftovers(directory: string, prefix: string): void {
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(prefix) || !/^\d+\.tmp$/.test(name.slice(prefix.length))) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (pid === process.pid || !isRunning(pid)) rmSync(join(directory, name), { force: true });
  }
}
