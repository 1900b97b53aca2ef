import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** One version of an agent CLI, installed in the cache. */
export interface CachedHarness {
  readonly package: string;
  readonly version: string;
  /** Holds `node_modules`. */
  readonly folder: string;
  /** Folder of the programs that the package installs: belongs on PATH. */
  readonly binaries: string;
  /** Folder of the Node that it runs under, where that is not ours: belongs on PATH, too. */
  readonly node?: string;
}

export interface HarnessRequest {
  /** Name in the npm registry. */
  readonly package: string;
  /** Exact version, `latest`, or the beginning of a version: the newest of those. */
  readonly version?: string;
  /** Packages that go into the same folder, as `name@1.2.3`. */
  readonly companions?: readonly string[];
  /** Major version of the Node that it is to run under; installed from npm as well. */
  readonly node?: string;
  /** Gets one line at a time about what is going on. */
  readonly progress?: (line: string) => void;
}

/** Where the real CLIs are kept: outside the repository, shared by the lab and the demo. */
export function cacheFolder(): string {
  const own = process.env.HEXOKIT_LAB_CACHE;
  if (own) return own;
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "hexokit-lab");
}

/**
 * Finds a version of a CLI in the cache, or installs it there with the caller's own npm settings and
 * certificates. The folder appears whole or not at all.
 * @throws Error when npm fails; the message ends with what npm said
 */
export async function cacheHarness(request: HarnessRequest): Promise<CachedHarness> {
  const progress = request.progress ?? (() => {});
  const version = await resolveVersion(request.package, request.version ?? "latest", progress);
  const folder = join(cacheFolder(), `${request.package}@${version}`);
  const binaries = join(folder, "node_modules/.bin");
  const harness: CachedHarness = { package: request.package, version, folder, binaries };
  if (!existsSync(join(folder, "node_modules"))) {
    await install(harness, request.companions ?? [], progress);
  }
  if (request.node === undefined) return harness;
  const node = await cacheHarness({ package: "node", version: request.node, progress });
  return { ...harness, node: node.binaries };
}

async function resolveVersion(
  name: string,
  wanted: string,
  progress: (line: string) => void,
): Promise<string> {
  if (/^\d+\.\d+\.\d+/.test(wanted)) return wanted;
  progress(`asking npm for the newest version of ${name}`);
  const answer = await npm(["view", `${name}@${wanted}`, "version", "--json"], process.cwd());
  const versions: unknown = JSON.parse(answer);
  const version: unknown = Array.isArray(versions) ? versions.at(-1) : versions;
  if (typeof version !== "string") throw new Error(`npm knows no single version ${name}@${wanted}`);
  return version;
}

async function install(
  harness: CachedHarness,
  companions: readonly string[],
  progress: (line: string) => void,
): Promise<void> {
  const parent = dirname(harness.folder);
  mkdirSync(parent, { recursive: true });
  const unfinished = mkdtempSync(join(parent, ".installing-"));
  const started = Date.now();
  const name = `${harness.package}@${harness.version}`;
  progress(`installing ${name} into ${harness.folder} (several hundred MB; once)`);
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const ticker = setInterval(() => {
    progress(`installing ${name}: ${megabytes(unfinished)} MB after ${seconds()} s`);
  }, 3000);
  try {
    writeFileSync(join(unfinished, "package.json"), '{ "private": true }\n');
    const quiet = ["--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
    await npm(["install", ...quiet, name, ...companions], unfinished);
    rename(unfinished, harness.folder);
    progress(`installed ${name}: ${megabytes(harness.folder)} MB in ${seconds()} s`);
  } finally {
    clearInterval(ticker);
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** What a folder takes on the disk; a file with two names counts once. */
function megabytes(folder: string): number {
  const sizes = new Map<number, number>();
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const { ino, size } = statSync(join(entry.parentPath, entry.name));
      sizes.set(ino, size);
    }
  } catch {
    // npm moves files while we look: what was seen so far is near enough.
  }
  return Math.round([...sizes.values()].reduce((sum, size) => sum + size, 0) / 1e6);
}

/** Another process may have installed the same version meanwhile: then its folder stays. */
function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(join(to, "node_modules"))) throw error;
  }
}

async function npm(parameters: readonly string[], directory: string): Promise<string> {
  // Not told to npm by the package manager that started us: its settings are for another project.
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|command)/.test(name),
  );
  const child: ChildProcess = spawn("npm", parameters, {
    cwd: directory,
    env: Object.fromEntries(environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let complaints = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (complaints += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0)
    throw new Error(`npm ${parameters.join(" ")} failed with ${code}: ${complaints.slice(-2000).trim()}`);
  return output;
}
