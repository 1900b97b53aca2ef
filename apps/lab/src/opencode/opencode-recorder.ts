import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { opencodeAdapter } from "@hexokit/adapter-opencode";
import type { Sandbox } from "../sandbox/sandbox.js";
import { type RecordedHook, recorderCommand } from "../scenario/recorder.js";
import { opencodeDirectory } from "./opencode-home.js";

/** The lab's own plugin, which keeps every event that ours reports, as OpenCode gave it. */
export function recordOpencode(sandbox: Sandbox): void {
  const command = recorderCommand(sandbox)("");
  const names = opencodeAdapter.translator.events.map(({ name }) => name);
  const folder = join(opencodeDirectory(sandbox), "plugins");
  mkdirSync(folder, { recursive: true });
  const lines = [
    'import { spawnSync } from "node:child_process";',
    `const names = new Set(${JSON.stringify(names)});`,
    "export const recorder = async () => ({",
    "  event: async ({ event }) => {",
    "    try {",
    "      const { type, properties } = event;",
    `      if (names.has(type)) spawnSync(${JSON.stringify(command.trim())}, [type], { input: JSON.stringify({ properties }) });`,
    "    } catch {}",
    "  },",
    "});",
  ];
  writeFileSync(join(folder, "recorder.js"), `${lines.join("\n")}\n`);
}

/** Tells payloads of one event apart: by status, and whose they are. */
export function opencodeVariant({ properties }: RecordedHook["payload"]): readonly string[] {
  const { status, info } = (properties ?? {}) as {
    status?: { type?: unknown };
    info?: { parentID?: unknown };
  };
  const words = [status?.type].filter((word) => typeof word === "string");
  return [...words, ...(info?.parentID === undefined ? [] : ["child"])];
}
