import type { RuntimeHost } from "@hexokit/core";
import type { ProcessInfo } from "@hexokit/core/hook";

export interface MemoryHostOptions {
  /** Default: `/home/user`. */
  readonly home?: string;
  /** Default: `<home>/project`. */
  readonly workingDirectory?: string;
  /** Default: `linux`. */
  readonly platform?: NodeJS.Platform;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Texts by absolute path; their directories exist. */
  readonly files?: Readonly<Record<string, string>>;
  /** The text of every other path, for a machine full of rubbish. Default: there is no such file. */
  readonly everyOtherFile?: string;
  /** Targets of symbolic links by absolute path. */
  readonly links?: Readonly<Record<string, string>>;
  readonly processes?: readonly ProcessInfo[];
  /** Ports by process id. */
  readonly listeningPorts?: ReadonlyMap<number, readonly number[]>;
  /** Environments by process id. */
  readonly processEnvironments?: Readonly<Record<number, Readonly<Record<string, string>>>>;
  /** Epoch milliseconds. Default: 2026-01-01. */
  readonly now?: number;
}

/** A machine in memory, which remembers what was read of it. */
export interface MemoryHost extends RuntimeHost {
  /** Every path whose content was asked for, in order, and how many bytes at most. */
  readonly reads: readonly { readonly path: string; readonly limit: number }[];
}

const mebibyte = 1024 * 1024;

/** A host over an in-memory tree: for tests of `files`, `transcript` and `observe` without a machine. */
export function memoryHost(options: MemoryHostOptions = {}): MemoryHost {
  const {
    home = "/home/user",
    platform = "linux",
    environment = {},
    files = {},
    links = {},
    processes = [],
  } = options;
  const reads: { path: string; limit: number }[] = [];
  const realPath = (path: string): string => {
    const link = Object.keys(links).find((name) => path === name || path.startsWith(`${name}/`));
    return link === undefined ? path : realPath(links[link] + path.slice(link.length));
  };
  const read = (path: string, limit: number): string | undefined => {
    reads.push({ path, limit });
    const real = realPath(path);
    return Object.hasOwn(files, real) ? files[real] : options.everyOtherFile;
  };
  return {
    platform,
    home,
    workingDirectory: options.workingDirectory ?? `${home}/project`,
    environment,
    now: options.now ?? Date.UTC(2026, 0, 1),
    reads,
    realPath,
    readText(path, limit = mebibyte) {
      const text = read(path, limit);
      return text === undefined || Buffer.byteLength(text) > limit ? undefined : text;
    },
    readWindow(path, headBytes, tailBytes) {
      const text = read(path, headBytes + tailBytes);
      if (text === undefined) return undefined;
      const bytes = Buffer.from(text);
      if (bytes.length <= headBytes + tailBytes) return { head: text, tail: "", complete: true };
      const head = bytes.toString("utf8", 0, headBytes);
      const tail = bytes.toString("utf8", bytes.length - tailBytes);
      return {
        head: head.slice(0, head.lastIndexOf("\n") + 1),
        tail: tail.slice(tail.indexOf("\n") + 1),
        complete: false,
      };
    },
    list(path) {
      const folder = `${realPath(path)}/`;
      const inside = [...Object.keys(files), ...Object.keys(links)].filter((name) => name.startsWith(folder));
      const names = new Set(inside.map((name) => name.slice(folder.length).split("/", 1)[0] ?? ""));
      return names.size === 0 ? undefined : [...names];
    },
    process: (pid) => processes.find((process) => process.pid === pid),
    listeningPorts: () => options.listeningPorts ?? new Map(),
    processEnvironment: (pid, name) => options.processEnvironments?.[pid]?.[name],
  };
}
