import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { claudeDriver } from "../claude/claude-driver.js";
import { seedClaudeHome } from "../claude/claude-home.js";
import type { HarnessDriver } from "../scenario/harness-driver.js";

/** Folders in the sandbox's home that the agents of the picture work in. */
export const projects = ["shop", "api", "website", "infra", "docs"] as const;

/** The lab's Claude Code without the lab's recorder: the hooks are the product's alone. */
export const demoDriver: HarnessDriver = {
  ...claudeDriver,
  seed(sandbox, seeding) {
    claudeDriver.seed(sandbox, seeding);
    const folders = projects.map((name) => join(sandbox.home, name));
    for (const folder of folders) mkdirSync(folder);
    seedClaudeHome(sandbox, seeding.harness.version, folders);
  },
  record() {},
};
