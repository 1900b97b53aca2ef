import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/hook.ts"],
  format: "esm",
  target: "node20",
  platform: "node",
  clean: ["dist/*.js"],
});
