import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { Script } from "node:vm";
import { checkMachineDirectory, type MachineDirectory } from "@hexokit/core/hook";

/** Eight harnesses, under several Nodes. */
const countLimit = 32;

/** Longer than any of our files' code; more was not written by us. */
const sizeLimit = 2 * 1024 * 1024;

export interface LoadedFile {
  readonly exports: unknown;
  /** Keeps what V8 has compiled by now for the next run of the same file. Does nothing when that was there. */
  keepCode(): void;
}

/**
 * Loads CommonJS files as `require` does, but with the code that V8 compiled in an earlier run: otherwise it
 * compiles each function when it is first called, which is half of what the pure parts of a hook take (Node 20:
 * 3 of 6 ms).
 * V8 believes that code as it is. So it is read only from the machine's directory, under a name that
 * changes with the file and with Node, and it gets that name when it is on the disk as a whole.
 * Where the machine's directory is not to be trusted, or not there yet, nothing is kept nor used.
 */
export class KeptCode {
  readonly #folder: string | undefined;
  readonly #require: (name: string) => unknown;

  constructor(directory: MachineDirectory, require: (name: string) => unknown) {
    this.#folder = checkMachineDirectory(directory) === undefined ? directory.code : undefined;
    this.#require = require;
  }

  /** Throws what reading or running the file throws. */
  load(file: string): LoadedFile {
    const kept = this.#pathFor(file);
    const cachedData = kept === undefined ? undefined : readKept(kept);
    const text = `(function (module, exports, require) {${readFileSync(file, "utf8")}\n})`;
    const script = new Script(text, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) });
    const module: { exports: unknown } = { exports: {} };
    script.runInThisContext()(module, module.exports, this.#require);
    const isKept = cachedData !== undefined && script.cachedDataRejected === false;
    return {
      exports: module.exports,
      keepCode: () => {
        if (kept !== undefined && !isKept) keep(kept, script.createCachedData());
      },
    };
  }

  #pathFor(file: string): string | undefined {
    if (this.#folder === undefined) return undefined;
    const { dev, ino, size, mtimeMs } = statSync(file);
    return `${this.#folder}/${dev}.${ino}.${size}.${mtimeMs}.${process.version}.${process.arch}`;
  }
}

function readKept(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** On the disk before it has its name: after a power cut V8 would run half of it. */
function keep(path: string, code: Buffer): void {
  if (code.length > sizeLimit) return;
  const next = `${path}.${process.pid}`;
  const folder = path.slice(0, path.lastIndexOf("/"));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Of files and Nodes that were replaced, mostly: what is still in use comes back by itself.
    const names = readdirSync(folder);
    if (names.length >= countLimit) for (const name of names) unlinkSync(`${folder}/${name}`);
    const file = openSync(next, "wx", 0o600);
    try {
      writeSync(file, code);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(next, path);
  } catch {
    // A full disk: the next run tries again.
  }
}
