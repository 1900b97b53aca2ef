import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { codexAdapter } from "@hexokit/adapter-codex";
import type { Sandbox } from "../sandbox/sandbox.js";
import { type RecordedHook, recorderCommand } from "../scenario/recorder.js";
import { codexDirectory } from "./codex-home.js";

/** The lab's own hook for every event that Codex has, in a `hooks.json` of the user's. */
export function recordCodex(sandbox: Sandbox): void {
  const commandOf = recorderCommand(sandbox);
  const hook = (event: string) => [{ hooks: [{ type: "command", command: commandOf(event), timeout: 3 }] }];
  const names = codexAdapter.translator.events.map(({ name }) => name);
  const hooks = Object.fromEntries(names.map((name) => [name, hook(name)]));
  writeFileSync(join(codexDirectory(sandbox), "hooks.json"), `${JSON.stringify({ hooks }, null, 2)}\n`);
}

/** Tells payloads of one event apart: by tool, source, trigger, and whose they are. */
export function codexVariant(payload: RecordedHook["payload"]): readonly string[] {
  const { tool_name, source, trigger, agent_id } = payload;
  const words = [tool_name, source, trigger].filter((word) => typeof word === "string");
  return [...words, ...(agent_id === undefined ? [] : ["child"])];
}
