import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import { antigravityAdapter } from "@hexokit/adapter-antigravity";
import { claudeAdapter } from "@hexokit/adapter-claude";
import { codexAdapter } from "@hexokit/adapter-codex";
import { copilotAdapter } from "@hexokit/adapter-copilot";
import { geminiAdapter } from "@hexokit/adapter-gemini";
import { kimiAdapter } from "@hexokit/adapter-kimi";
import { opencodeAdapter } from "@hexokit/adapter-opencode";
import { defineAdapter, fileBanner, type HarnessAdapter, HexoError } from "@hexokit/core";
import type { Context } from "./context.js";

/** A harness that this program knows. */
export interface KnownHarness {
  readonly adapter: HarnessAdapter;
  /**
   * The text of `hooks/<id>.cjs` for the data directory.
   * @throws HexoError HARNESS_INVALID when the package has none
   */
  readonly hookText: () => string;
  /**
   * The text of one of the adapter's modules for the data directory.
   * @throws HexoError HARNESS_INVALID when the package has none
   */
  readonly moduleText: (name: string) => string;
}

export interface KnownHarnesses {
  readonly harnesses: readonly KnownHarness[];
  /** Why adapters of other packages were left out. */
  readonly problems: readonly HexoError[];
}

const builtIn: readonly HarnessAdapter[] = [
  claudeAdapter,
  codexAdapter,
  geminiAdapter,
  copilotAdapter,
  kimiAdapter,
  opencodeAdapter,
  antigravityAdapter,
];

/** `$XDG_CONFIG_HOME/hexokit/config.json`, else `~/.config/hexokit/config.json`. */
export function configPath({ host: { home, environment } }: Context): string {
  const base = environment.XDG_CONFIG_HOME;
  return join(
    base !== undefined && isAbsolute(base) ? base : join(home, ".config"),
    "hexokit",
    "config.json",
  );
}

/**
 * The built-in adapters, then those of the packages that the configuration names:
 * `{"adapters": ["@scope/adapter-x"]}`. A package is looked for from the configuration's folder, then from this
 * program's (so also among the globally installed). Its default export is the adapter; its `./hook.cjs`
 * is one self-contained CommonJS file that exports `translator`, and is what setup installs, with the
 * adapter's modules, under their names.
 * A package that cannot be used is a problem, and the others still work.
 */
export async function loadHarnesses(context: Context): Promise<KnownHarnesses> {
  const harnesses: KnownHarness[] = builtIn.map((adapter) => ({
    adapter,
    hookText: () => readFileSync(join(context.built, "hooks", `${adapter.id}.cjs`), "utf8"),
    moduleText: (module) => readFileSync(join(context.built, module), "utf8"),
  }));
  const problems: HexoError[] = [];
  for (const name of readPackageNames(configPath(context), problems)) {
    try {
      const loaded = await loadPackage(name, context);
      const { id } = loaded.adapter;
      if (harnesses.some(({ adapter }) => adapter.id === id))
        throw invalid(name, `"${id}" is taken by another adapter`);
      harnesses.push(loaded);
    } catch (error) {
      problems.push(HexoError.isInstance(error) ? error : invalid(name, (error as Error).message, error));
    }
  }
  return { harnesses, problems };
}

function readPackageNames(path: string, problems: HexoError[]): readonly string[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      problems.push(
        configError("CONFIG_UNREADABLE", path, `cannot be read (${(error as NodeJS.ErrnoException).code})`),
      );
    }
    return [];
  }
  try {
    const { adapters = [] } = JSON.parse(text) as { readonly adapters?: unknown };
    if (Array.isArray(adapters) && adapters.every((name) => typeof name === "string")) return adapters;
    problems.push(configError("CONFIG_SHAPE", path, '"adapters" is not a list of package names'));
  } catch {
    problems.push(configError("CONFIG_MALFORMED", path, "is not JSON"));
  }
  return [];
}

function configError(
  code: "CONFIG_UNREADABLE" | "CONFIG_SHAPE" | "CONFIG_MALFORMED",
  path: string,
  what: string,
): HexoError {
  return new HexoError(code, `${path}: ${what}. Only the built-in agents are known.`, {
    hint: 'It looks like this: {"adapters": ["@scope/adapter-name"]}',
    fields: { path },
  });
}

function invalid(name: string, problem: string, cause?: unknown): HexoError {
  return new HexoError(
    "HARNESS_INVALID",
    `The adapter package ${name} cannot be used: ${problem.split("\n")[0]}`,
    {
      hint: `Update the package, or take it out of the configuration's "adapters".`,
      fields: { package: name },
      cause,
    },
  );
}

async function loadPackage(name: string, context: Context): Promise<KnownHarness> {
  const resolve = resolverFor(name, context);
  const module = (await import(pathToFileURL(resolve(name)).href)) as { readonly default?: unknown };
  const { default: exported } = module;
  const adapter = (exported as { default?: unknown } | undefined)?.default ?? exported;
  if (typeof adapter !== "object" || adapter === null)
    throw invalid(name, "its default export is no adapter.");
  const checked = checkAdapter(name, adapter as HarnessAdapter);
  const textOf = (file: string, installedName: string): string => {
    try {
      const text = readFileSync(resolve(`${name}/${file}`), "utf8");
      return `${fileBanner(installedName, context.version)}\n${text}`;
    } catch (error) {
      throw invalid(name, `it exports no ./${file} that could be installed.`, error);
    }
  };
  return {
    adapter: checked,
    hookText: () => textOf("hook.cjs", `hooks/${checked.id}.cjs`),
    moduleText: (module) => textOf(module, module),
  };
}

function checkAdapter(name: string, adapter: HarnessAdapter): HarnessAdapter {
  try {
    return defineAdapter(adapter);
  } catch (error) {
    throw invalid(name, (error as Error).message, error);
  }
}

/** Package names only: a path would be code from a place that nobody installed. */
const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

function resolverFor(name: string, context: Context): (specifier: string) => string {
  if (!packageName.test(name)) throw invalid(name, "that is no package name.");
  for (const from of [configPath(context), context.program]) {
    const { resolve } = createRequire(from);
    try {
      resolve(name);
      return resolve;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  throw invalid(name, "it is not installed beside the configuration or this program.");
}

/**
 * The adapters that a person named.
 * @throws HexoError HARNESS_UNKNOWN
 */
export function chooseHarnesses(
  names: readonly string[],
  { harnesses }: KnownHarnesses,
): readonly KnownHarness[] {
  return [...new Set(names)].map((name) => {
    const found = harnesses.find(({ adapter }) => adapter.id === name);
    if (found !== undefined) return found;
    const known = harnesses.map(({ adapter }) => adapter.id).join(", ");
    throw new HexoError("HARNESS_UNKNOWN", `There is no agent called "${name}".`, {
      hint: `Known are: ${known}.`,
      fields: { harness: name },
    });
  });
}
