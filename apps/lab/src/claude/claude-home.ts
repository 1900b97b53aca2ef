import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLineOf, processesOf } from "../sandbox/processes.js";
import type { Sandbox } from "../sandbox/sandbox.js";
import type { HarnessStatus } from "../scenario/harness-driver.js";

const fakeKey = "sk-fake-00000000000000000000000000000000";

/** What Claude Code needs in its environment to talk to the model server and to nobody else. */
export function claudeEnvironment(modelUrl: string): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: fakeKey,
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
}

/** Answers the dialogs of a first start beforehand: look, key, trust in the folder. */
export function seedClaudeHome(sandbox: Sandbox, version: string, folders: readonly string[] = []): void {
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] };
  const state = {
    hasCompletedOnboarding: true,
    theme: "dark",
    lastOnboardingVersion: version,
    customApiKeyResponses: { approved: [fakeKey.slice(-20)], rejected: [] },
    projects: Object.fromEntries([sandbox.project, ...folders].map((folder) => [folder, trusted])),
  };
  writeFileSync(join(sandbox.home, ".claude.json"), JSON.stringify(state));
}

/** The user's settings: an object merged over what is there. */
export function writeClaudeSettings(sandbox: Sandbox, settings: object): void {
  const folder = join(sandbox.home, ".claude");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "settings.json");
  writeFileSync(path, `${JSON.stringify({ ...readJson(path), ...settings }, null, 2)}\n`);
}

/** All status files in the sandbox. The `.key` files beside them are secrets: not opened. */
export function readClaudeStatuses(sandbox: Sandbox): readonly HarnessStatus[] {
  const folder = join(sandbox.home, ".claude/sessions");
  return namesIn(folder)
    .filter((name) => /^\d+\.json$/.test(name))
    .flatMap((name) => {
      const record = readJson(join(folder, name)) as Partial<
        Record<"sessionId" | "status" | "waitingFor", string>
      >;
      if (record.sessionId === undefined) return [];
      const word = [record.status, record.waitingFor].filter((part) => part !== undefined).join(": ");
      return [{ pid: Number.parseInt(name, 10), session: record.sessionId, status: word }];
    });
}

/** The daemon of `/bg` keeps its sockets in `/tmp/cc-daemon-<uid>/<hash>`, whatever TMPDIR says (2.1.332). */
export function claudeDaemonFolders(sandbox: Sandbox): readonly string[] {
  const lines = processesOf(sandbox.home).map(commandLineOf);
  const folders = lines.flatMap((line) => line.match(/\/tmp\/cc-daemon-\d+\/[0-9a-f]+/g) ?? []);
  return [...new Set(folders)];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readJson(path: string): object {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}
