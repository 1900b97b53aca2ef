import { defineConfig } from "vitest/config";

const longRun = process.env.HEXOKIT_PROPERTY_RUNS !== undefined;
const builtTests = "**/*.built.test.ts";

export default defineConfig({
  // Workspace packages are tested from their sources: no build, and coverage of what was written.
  ssr: { resolve: { conditions: ["hexokit-source", "module", "node", "development|production"] } },
  test: {
    reporters: ["default", "./scripts/plain-line-reporter.ts"],
    maxWorkers: 2,
    testTimeout: longRun ? 3_600_000 : 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "source",
          include: ["{packages,apps,scripts}/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", builtTests],
        },
      },
      {
        extends: true,
        test: {
          name: "built",
          include: [`{packages,apps,scripts}/${builtTests}`],
          exclude: ["**/node_modules/**", "**/dist/**"],
          globalSetup: "./scripts/build-before-tests.ts",
          testTimeout: longRun ? 3_600_000 : 120_000,
        },
      },
    ],
  },
});
