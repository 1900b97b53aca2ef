import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../sandbox/sandbox.js";
import type { Seeding } from "../scenario/harness-driver.js";

/** OpenCode installs this beside its configuration as soon as there is a plugin, and waits for it. */
export const pluginPackage = "@opencode-ai/plugin";

/** Nothing that looks for the network. */
export function opencodeEnvironment(): Readonly<Record<string, string>> {
  const needless = ["AUTOUPDATE", "MODELS_FETCH", "DEFAULT_PLUGINS", "SHARE", "LSP_DOWNLOAD"];
  return Object.fromEntries(needless.map((name) => [`OPENCODE_DISABLE_${name}`, "1"]));
}

export function opencodeDirectory(sandbox: Sandbox): string {
  return join(sandbox.home, ".config/opencode");
}

/** A provider of our own, `bash` only after a question but for `work`, and what OpenCode would install. */
export function seedOpencodeHome(sandbox: Sandbox, { harness, modelUrl }: Seeding): void {
  const directory = opencodeDirectory(sandbox);
  mkdirSync(directory, { recursive: true });
  const model = { name: "Lab 1", tool_call: true, limit: { context: 128_000, output: 8000 } };
  const options = { baseURL: `${modelUrl}/v1`, apiKey: "sk-fake" };
  const settings = {
    autoupdate: false,
    share: "disabled",
    model: "lab/lab-1",
    small_model: "lab/lab-1",
    enabled_providers: ["lab"],
    provider: {
      lab: { npm: "@ai-sdk/openai-compatible", name: "Lab", options, models: { "lab-1": model } },
    },
    permission: { bash: { "*": "ask", "work *": "allow", "nested *": "allow" } },
  };
  writeFileSync(join(directory, "opencode.json"), `${JSON.stringify(settings, null, 2)}\n`);
  seedPluginPackage(directory, harness.folder, harness.version);
}

function seedPluginPackage(directory: string, folder: string, version: string): void {
  const modules = join(folder, "node_modules");
  if (!existsSync(join(modules, pluginPackage))) return;
  const filter = (path: string) => !/\/node_modules\/(?:opencode-|\.bin)/.test(path);
  cpSync(modules, join(directory, "node_modules"), { recursive: true, filter });
  const dependencies = { [pluginPackage]: version };
  writeFileSync(join(directory, "package.json"), `${JSON.stringify({ dependencies }, null, 2)}\n`);
  const packages = {
    "": { dependencies },
    [`node_modules/${pluginPackage}`]: { version },
  };
  const lock = { name: "opencode", lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(directory, "package-lock.json"), `${JSON.stringify(lock, null, 2)}\n`);
}
