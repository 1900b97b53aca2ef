import { execFile } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isSupportedTmux, oldestTmux } from "@hexokit/core";
import type { Context } from "./context.js";
import { findOnPath } from "./find-on-path.js";

const versionTimeout = 5000;

/** What a program says of its version, in its first line; undefined when it does not tell in time. */
export async function askVersion(program: string, option = "--version"): Promise<string | undefined> {
  return await new Promise((resolve) => {
    execFile(
      program,
      [option],
      { encoding: "utf8", timeout: versionTimeout, killSignal: "SIGKILL" },
      (error, output) => {
        const [line = ""] = output.trim().split("\n");
        resolve(error === null && line !== "" ? line : undefined);
      },
    );
  });
}

/**
 * The version of a harness: what its program says, or, where it takes too long (Kimi Code 2.1.0: seconds, a
 * quarter of a minute on a busy machine), what the npm package says that it was installed with.
 */
export async function versionOf(program: string): Promise<string | undefined> {
  return (await askVersion(program)) ?? packagedVersion(program);
}

/** From the nearest `package.json` above the program's real place, if it names that program as its own. */
function packagedVersion(program: string): string | undefined {
  try {
    const file = realpathSync(program);
    for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
      const path = join(folder, "package.json");
      if (!existsSync(path)) continue;
      const { bin, version } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
      const programs = typeof bin === "string" ? [bin] : Object.values(bin ?? {});
      const isOwn = programs.some((place) => typeof place === "string" && join(folder, place) === file);
      return isOwn && typeof version === "string" ? version : undefined;
    }
  } catch {
    // Then nobody knows.
  }
  return undefined;
}

/** What is wrong around us, that no harness is to blame for. */
export interface Surroundings {
  readonly tmux: { readonly path: string | undefined; readonly version: string | undefined };
  /** For each fault a sentence and what to do. */
  readonly faults: readonly {
    readonly area: "tmux" | "rk";
    readonly message: string;
    readonly hint: string;
  }[];
}

export async function lookAround(context: Context): Promise<Surroundings> {
  const path = context.host.environment.PATH;
  const tmux = findOnPath("tmux", path);
  const version = tmux === undefined ? undefined : await askVersion(tmux, "-V");
  const faults: Surroundings["faults"][number][] = [];
  if (tmux === undefined) {
    faults.push({
      area: "tmux",
      message: "tmux is not on PATH.",
      hint: `Install tmux ${oldestTmux} or later.`,
    });
  } else if (version !== undefined && !isSupportedTmux(version)) {
    const message = `${version} is too old: hooks do nothing below tmux ${oldestTmux}.`;
    faults.push({ area: "tmux", message, hint: `Install tmux ${oldestTmux} or later.` });
  }
  const other = otherProgram(path, context.program);
  if (other !== undefined) {
    const hint = "Put the folder of this one before it on PATH, or call it by its path.";
    faults.push({ area: "rk", message: `Another rk comes first on PATH: ${other}`, hint });
  }
  return { tmux: { path: tmux, version }, faults };
}

/** The `rk` that a shell would find, when it is not this one. Package managers put a script before ours. */
function otherProgram(path: string | undefined, own: string): string | undefined {
  const found = findOnPath("rk", path);
  if (found === undefined) return undefined;
  try {
    if (realpathSync(found) === realpathSync(own)) return undefined;
    const text = readFileSync(found, "latin1").slice(0, 4096);
    return text.startsWith("#!") && (text.includes("/hexokit/") || text.includes(own)) ? undefined : found;
  } catch {
    return found;
  }
}
