import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/hook.ts"],
  format: "esm",
  target: "node20",
  platform: "node",
  clean: ["dist/*.js"],
  // jsonc-parser cannot be imported by Node as it is published (its ESM build has no extensions): it is bundled,
  // and smol-toml with it, so that core has no dependencies.
  noExternal: ["jsonc-parser", "smol-toml"],
  esbuildOptions(options) {
    options.mainFields = ["module", "main"];
  },
});
