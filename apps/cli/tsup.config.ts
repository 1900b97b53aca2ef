import { readFileSync } from "node:fs";
import { defineConfig, type Options } from "tsup";
import { fileBanner } from "../../packages/core/src/forwarder/file-marker.js";

const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** No source of ours does anything by being imported, so what is not used is left out: zod, for example. */
const sourcesWithoutEffects: Plugin = {
  name: "sources-without-effects",
  setup(build) {
    build.onResolve({ filter: /^(?:\.|@hexokit\/)/ }, async ({ path, pluginData, ...options }) => {
      if (pluginData === "resolved") return undefined;
      const found = await build.resolve(path, { ...options, pluginData: "resolved" });
      return found.errors.length > 0 || found.path.includes("/node_modules/")
        ? undefined
        : { path: found.path, sideEffects: false };
    });
  },
};

const common: Options = {
  format: "cjs",
  target: "node20",
  platform: "node",
  minify: true,
  splitting: false,
  noExternal: [/.*/],
  outExtension: () => ({ js: ".cjs" }),
};

function bundle(name: string, entry: string, banner: string): Options {
  return {
    ...common,
    entry: { [name]: entry },
    banner: { js: banner },
    esbuildPlugins: [sourcesWithoutEffects],
    // From the workspace's sources. Of jsonc-parser only the file that `module` names can be bundled.
    esbuildOptions(options) {
      options.conditions = ["hexokit-source"];
      options.mainFields = ["module", "main"];
    },
  };
}

const harnesses = ["claude", "codex", "gemini", "copilot", "kimi", "opencode", "antigravity"];

export default defineConfig([
  bundle("bin", "src/bin.ts", "#!/usr/bin/env node"),
  bundle("hook", "src/hook.ts", fileBanner("hook.cjs", version)),
  bundle("hook-runtime", "src/hook-runtime.ts", fileBanner("hook-runtime.cjs", version)),
  // What the plugin that is installed for OpenCode loads.
  bundle(
    "opencode",
    "../../packages/adapter-opencode/src/opencode-plugin.ts",
    fileBanner("opencode.cjs", version),
  ),
  ...harnesses.map((id) =>
    bundle(`hooks/${id}`, `../../packages/adapter-${id}/src/hook.ts`, fileBanner(`hooks/${id}.cjs`, version)),
  ),
]);
