import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { HostEnvironment } from "../contract/host.js";
import { HexoError } from "../errors.js";
import { holdSignals } from "../files/hold-signals.js";
import { replaceFile, syncDirectory } from "../files/replace-file.js";
import { compareVersions, type FileMarker, readFileMarker } from "./file-marker.js";
import { forwarderScript, nodeOfForwarder } from "./forwarder-script.js";

/** What belongs into the data directory, as the running program ships it. */
export interface DataDirectoryContent {
  readonly version: string;
  /** Absolute path of the Node to run hooks with. */
  readonly node: string;
  /** `hook.cjs`, what it loads, and `hooks/<id>.cjs`, each beginning with its banner. */
  readonly bundles: readonly { readonly name: string; readonly text: string }[];
}

/** `older`: ours and to be replaced. `newer`: of a newer `rk`, left alone. `foreign`: not ours, never touched. */
export type DataFileStatus = "missing" | "current" | "older" | "newer" | "foreign";

export interface DataDirectoryReport {
  readonly directory: string;
  readonly files: readonly { readonly name: string; readonly status: DataFileStatus }[];
  /** The Node that the installed forwarder calls first, when one is installed. */
  readonly node?: { readonly path: string; readonly runs: boolean };
}

/** Where the forwarder and the hook's files live: `$XDG_DATA_HOME/hexokit`, else `~/.local/share/hexokit`. */
export function dataDirectory({ home, environment }: Pick<HostEnvironment, "home" | "environment">): string {
  const base = environment.XDG_DATA_HOME;
  // A relative path is to be ignored (XDG Base Directory Specification).
  return join(base !== undefined && isAbsolute(base) ? base : join(home, ".local", "share"), "hexokit");
}

/** Says of each file what an install would do with it. */
export function inspectDataDirectory(directory: string, content: DataDirectoryContent): DataDirectoryReport {
  const files = filesOf(content).map(({ name, text }) => ({ name, status: statusOf(directory, name, text) }));
  const forwarder = readOwn(directory, "rk-hook");
  const path = typeof forwarder === "object" ? nodeOfForwarder(forwarder.text) : undefined;
  return { directory, files, ...(path === undefined ? {} : { node: { path, runs: mayRun(path) } }) };
}

/**
 * Installs or refreshes the files: by rename, only over ours of the same or an older version, only in
 * a directory of the caller's own.
 * @returns the names that were written
 * @throws HexoError FILE_FOREIGN, CONFIG_READ_ONLY, WRITE_FAILED
 */
export function installDataDirectory(directory: string, content: DataDirectoryContent): readonly string[] {
  const { files } = inspectDataDirectory(directory, content);
  const foreign = files.find(({ status }) => status === "foreign");
  if (foreign !== undefined) throw foreignFile(join(directory, foreign.name), "is not ours");
  requireOwner(directory);
  const wanted = filesOf(content).filter(({ name }) =>
    files.some((file) => file.name === name && (file.status === "missing" || file.status === "older")),
  );
  holdSignals(() => {
    for (const { name, text } of wanted) {
      const path = join(directory, name);
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        replaceFile(path, text, { mode: 0o600 });
      } catch (error) {
        throw writeFailed(path, error);
      }
    }
  });
  return wanted.map(({ name }) => name);
}

/**
 * Takes our files out, of whatever version, and the directories if nothing else is in them.
 * @returns what was removed, and what was left because it is not ours (names within the directory)
 * @throws HexoError FILE_FOREIGN when the directory is another user's, WRITE_FAILED
 */
export function removeDataDirectory(directory: string): {
  removed: readonly string[];
  foreign: readonly string[];
} {
  requireOwner(directory);
  const names = [...namesIn(directory), ...namesIn(join(directory, "hooks")).map((name) => `hooks/${name}`)];
  // The forwarder first: without it nothing calls the others.
  names.sort((left, right) => Number(right === "rk-hook") - Number(left === "rk-hook"));
  const removed: string[] = [];
  const foreign: string[] = [];
  for (const name of names) {
    if (name === "hooks" && isDirectory(join(directory, name))) continue;
    if (typeof readOwn(directory, name) !== "object" && !isLeftover(name)) {
      foreign.push(name);
      continue;
    }
    try {
      rmSync(join(directory, name));
    } catch (error) {
      throw writeFailed(join(directory, name), error);
    }
    removed.push(name);
  }
  for (const path of [join(directory, "hooks"), directory]) {
    if (namesIn(path).length === 0 && isDirectory(path)) rmdirSync(path);
  }
  syncDirectory(dirname(directory));
  return { removed, foreign };
}

/** All files, the forwarder last: what it calls is there before it. */
function filesOf({ version, node, bundles }: DataDirectoryContent): { name: string; text: string }[] {
  for (const { name, text } of bundles) {
    if (readFileMarker(text)?.name !== name)
      throw new Error(`The text of ${name} does not begin with its banner.`);
  }
  return [...bundles, { name: "rk-hook", text: forwarderScript(version, node) }];
}

function statusOf(directory: string, name: string, text: string): DataFileStatus {
  const found = readOwn(directory, name);
  if (typeof found !== "object") return found;
  const order = compareVersions(found.marker.version, readFileMarker(text)?.version ?? "");
  if (order > 0) return "newer";
  return order === 0 && sameText(found.text, text) ? "current" : "older";
}

/** Two installations of one version may name two Nodes; either will do as long as it is there. */
function sameText(found: string, wanted: string): boolean {
  if (found === wanted) return true;
  const node = nodeOfForwarder(found);
  if (node === undefined || !mayRun(node)) return false;
  const withoutNode = (text: string) => text.replace(/^hexokit_node=.*$/m, "");
  return withoutNode(found) === withoutNode(wanted);
}

function readOwn(
  directory: string,
  name: string,
): { marker: FileMarker; text: string } | "missing" | "foreign" {
  const path = join(directory, name);
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return "missing";
    if (!stat.isFile() || stat.uid !== process.getuid?.()) return "foreign";
    const text = readFileSync(path, "utf8");
    const marker = readFileMarker(text);
    return marker?.name === name ? { marker, text } : "foreign";
  } catch {
    return "foreign";
  }
}

/** What a killed write of ours left behind. */
function isLeftover(name: string): boolean {
  return /^(?:hooks\/)?\.hexokit-.*-\d+\.tmp$/.test(name);
}

function requireOwner(directory: string): void {
  const stat = statSync(directory, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) throw foreignFile(directory, "is not a directory");
  if (stat.uid !== process.getuid?.()) throw foreignFile(directory, "belongs to another user");
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function foreignFile(path: string, what: string): HexoError {
  return new HexoError("FILE_FOREIGN", `${path} ${what}; it was left as it is.`, {
    hint: "Move it away, or set XDG_DATA_HOME to another directory, then run the command again.",
    fields: { path },
  });
}

function writeFailed(path: string, error: unknown): HexoError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  const readOnly = ["EACCES", "EPERM", "EROFS"].includes(code);
  return new HexoError(
    readOnly ? "CONFIG_READ_ONLY" : "WRITE_FAILED",
    `${path} could not be written (${code}). What was there is intact.`,
    {
      hint: "Make its directory writable and see that the disk has room, then run the command again.",
      fields: { path },
      cause: error,
    },
  );
}
