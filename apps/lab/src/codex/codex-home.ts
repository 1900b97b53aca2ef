import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { basename, join } from "node:path";
import { processesOf } from "../sandbox/processes.js";
import type { Sandbox } from "../sandbox/sandbox.js";
import type { HarnessStatus } from "../scenario/harness-driver.js";

const key = "CODEX_LAB_KEY";

/** A provider of our own: with OpenAI's, Codex talks through a WebSocket. */
export function codexEnvironment(): Readonly<Record<string, string>> {
  return { [key]: "sk-fake-00000000000000000000000000000000" };
}

export interface CodexSettings {
  /** Lines at the top of `config.toml`, before any table. */
  readonly lines?: readonly string[];
  readonly folders?: readonly string[];
}

export function codexDirectory(sandbox: Sandbox): string {
  return join(sandbox.home, ".codex");
}

/** A provider, and answers to the dialogs of a first start: trust in the folder, updates. Hooks stay untrusted. */
export function writeCodexConfig(sandbox: Sandbox, modelUrl: string, settings: CodexSettings = {}): void {
  const lines = [
    'model = "gpt-6-sol"',
    'model_provider = "lab"',
    'approval_policy = "on-request"',
    'sandbox_mode = "workspace-write"',
    "check_for_update_on_startup = false",
    ...(settings.lines ?? []),
    "[analytics]",
    "enabled = false",
    "[model_providers.lab]",
    'name = "lab"',
    `base_url = "${modelUrl}/v1"`,
    'wire_api = "responses"',
    `env_key = "${key}"`,
    "request_max_retries = 0",
    "stream_max_retries = 0",
    ...[sandbox.project, ...(settings.folders ?? [])].flatMap((folder) => [
      `[projects."${folder}"]`,
      'trust_level = "trusted"',
    ]),
  ];
  mkdirSync(codexDirectory(sandbox), { recursive: true });
  writeFileSync(join(codexDirectory(sandbox), "config.toml"), `${lines.join("\n")}\n`);
}

/** There are hooks, and the user has trusted none yet. */
export function areHooksNew(sandbox: Sandbox): boolean {
  const directory = codexDirectory(sandbox);
  const config = readFileSync(join(directory, "config.toml"), "utf8");
  return existsSync(join(directory, "hooks.json")) && !config.includes("trusted_hash");
}

/** A Codex that runs a thread in its own process holds the lock file that is named after the thread (0.171.0). */
export function readCodexLocks(sandbox: Sandbox): readonly HarnessStatus[] {
  return processesOf(sandbox.home).flatMap((pid) => {
    const locks = openFiles(pid).filter((path) => path.includes("/thread-writer-locks/"));
    const [lock] = locks;
    // The daemon holds those of all its threads; after /new a process still holds the one before.
    return lock !== undefined && locks.length === 1
      ? [{ pid, session: basename(lock, ".lock"), status: "in its own process" }]
      : [];
  });
}

function openFiles(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((name) => {
      try {
        return [readlinkSync(join(folder, name))];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** The daemon's socket is `/tmp/codex-daemon-<uid>/<hash of the link that leads there>`, whatever TMPDIR says. */
export function codexSockets(sandbox: Sandbox): readonly string[] {
  const link = join(codexDirectory(sandbox), "app-server-control/app-server-control.sock");
  const hash = createHash("sha256").update(link).digest("hex");
  return [`/tmp/codex-daemon-${userInfo().uid}/${hash}`];
}
