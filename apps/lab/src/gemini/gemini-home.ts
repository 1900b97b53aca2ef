import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseCommentedJson } from "@hexokit/core";
import type { Sandbox } from "../sandbox/sandbox.js";

/** What Gemini CLI needs in its environment to talk to the model server and to nobody else. */
export function geminiEnvironment(modelUrl: string): Readonly<Record<string, string>> {
  return { GEMINI_API_KEY: "fake-key-000000000000000000000000", GOOGLE_GEMINI_BASE_URL: modelUrl };
}

export function geminiSettingsPath(sandbox: Sandbox): string {
  return join(sandbox.home, ".gemini/settings.json");
}

const settings = {
  security: { auth: { selectedType: "gemini-api-key" } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  model: { name: "gemini-2.5-flash" },
};

/** `work <seconds> [exit code]` stands for any long command that needs no permission. */
const policy = `[[rule]]
toolName = "run_shell_command"
commandPrefix = "work"
decision = "allow"
priority = 100
`;

/** Answers the dialogs of a first start beforehand: sign-in, and trust in the folder unless `trust` says not. */
export function seedGeminiHome(
  sandbox: Sandbox,
  trust: object = { [sandbox.project]: "TRUST_FOLDER" },
): void {
  const folder = dirname(geminiSettingsPath(sandbox));
  mkdirSync(join(folder, "policies"), { recursive: true });
  writeFileSync(join(folder, "policies/work.toml"), policy);
  writeFileSync(join(folder, "trustedFolders.json"), `${JSON.stringify(trust)}\n`);
  writeGeminiSettings(sandbox, settings);
}

/** The user's settings: an object merged over what is there, with comments as people write them. */
export function writeGeminiSettings(sandbox: Sandbox, more: object): void {
  const path = geminiSettingsPath(sandbox);
  const members = JSON.stringify({ ...readSettings(path), ...more }, null, 2);
  writeFileSync(path, `// mine, "{ not this }"\n${members.replace("{", "{ /* these are */")}\n`);
}

function readSettings(path: string): object {
  try {
    return parseCommentedJson(readFileSync(path, "utf8")) as object;
  } catch {
    return {};
  }
}
