import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    bin: "src/bin.ts",
    index: "src/index.ts",
    bench: "src/bench/bin.ts",
    "hook-driver": "src/bench/hook-driver.ts",
    demo: "src/demo/bin.ts",
    picture: "src/demo/picture-bin.ts",
  },
  format: "esm",
  target: "node20",
  platform: "node",
  external: ["@copilotkit/aimock", "commander"],
  noExternal: [/^@hexokit\//],
  clean: ["dist/*.js"],
  // From the workspace's sources. Of jsonc-parser only the file that `module` names can be bundled.
  esbuildOptions(options) {
    options.conditions = ["hexokit-source"];
    options.mainFields = ["module", "main"];
  },
});
