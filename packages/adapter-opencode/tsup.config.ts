import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/hook.ts", "src/opencode-plugin.ts"],
  format: "esm",
  target: "node20",
  platform: "node",
  clean: ["dist/*.js"],
});
