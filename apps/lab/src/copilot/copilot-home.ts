import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../sandbox/sandbox.js";
import type { HarnessStatus } from "../scenario/harness-driver.js";

/** A provider of our own needs no login; offline, nothing else is asked. */
export function copilotEnvironment(modelUrl: string): Readonly<Record<string, string>> {
  return {
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_MODEL: "fake-model",
  };
}

export function copilotDirectory(sandbox: Sandbox): string {
  return join(sandbox.home, ".copilot");
}

/** Answers the folder-trust dialog beforehand, and shares what the program unpacks at its first start (100 MB). */
export function seedCopilotHome(sandbox: Sandbox, harnessFolder: string): void {
  const directory = copilotDirectory(sandbox);
  mkdirSync(join(directory, "hooks"), { recursive: true });
  const state = {
    firstLaunchAt: "2026-01-01T00:00:00.000Z",
    appTipShown: true,
    trustedFolders: [sandbox.project],
  };
  writeFileSync(
    join(directory, "config.json"),
    `// This file is managed automatically.\n${JSON.stringify(state)}\n`,
  );
  const unpacked = join(harnessFolder, "unpacked");
  mkdirSync(unpacked, { recursive: true });
  mkdirSync(join(sandbox.home, ".cache"), { recursive: true });
  symlinkSync(unpacked, join(sandbox.home, ".cache/copilot"));
}

/** A process leaves its number in the folder of the session that it uses; after a switch, in several (1.0.102). */
export function readCopilotLocks(sandbox: Sandbox): readonly HarnessStatus[] {
  const folder = join(copilotDirectory(sandbox), "session-state");
  const locks = namesIn(folder).flatMap((session) =>
    namesIn(join(folder, session)).flatMap((name) => {
      const pid = /^inuse\.(\d+)\.lock$/.exec(name)?.[1];
      return pid === undefined ? [] : [{ pid: Number(pid), session, status: "in use" }];
    }),
  );
  return locks.filter(({ pid }) => locks.filter((lock) => lock.pid === pid).length === 1);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
