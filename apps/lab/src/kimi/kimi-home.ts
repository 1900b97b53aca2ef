import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { kimiAdapter } from "@hexokit/adapter-kimi";
import type { Sandbox } from "../sandbox/sandbox.js";
import { recorderCommand } from "../scenario/recorder.js";

export function kimiEnvironment(): Readonly<Record<string, string>> {
  return { KIMI_DISABLE_TELEMETRY: "1" };
}

function kimiDirectory(sandbox: Sandbox): string {
  return join(sandbox.home, ".kimi-code");
}

/** A provider that is the model server, and no update of its own. */
export function writeKimiConfig(sandbox: Sandbox, modelUrl: string): void {
  const lines = [
    "# The lab's own.",
    'default_model = "lab"',
    "telemetry = false",
    "",
    "[providers.lab]",
    'type = "anthropic"',
    `base_url = "${modelUrl}"`,
    'api_key = "fake-key"',
    "",
    "[models.lab]",
    'provider = "lab"',
    'model = "lab-model"',
    "max_context_size = 200000",
  ];
  mkdirSync(kimiDirectory(sandbox), { recursive: true });
  writeFileSync(join(kimiDirectory(sandbox), "config.toml"), `${lines.join("\n")}\n`);
  writeFileSync(join(kimiDirectory(sandbox), "tui.toml"), "[upgrade]\nauto_install = false\n");
}

/** Answers the question of a first start in a folder; the file is named after the folder and a hash (2.1.0). */
export function trustFolder(sandbox: Sandbox, folder: string): void {
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 12);
  const place = join(kimiDirectory(sandbox), "workspace-trust");
  mkdirSync(place, { recursive: true });
  const answer = { root: folder, trustedAt: Date.now() };
  writeFileSync(join(place, `wd_${basename(folder)}_${hash}`), JSON.stringify(answer));
}

/** Events that we do not register, but that tell the lab what happened. */
const furtherEvents = ["SubagentStop", "TaskStarted", "Notification", "UserPromptQueued"];

/** The lab's own hooks, as a user's, behind what is in the file. */
export function recordKimi(sandbox: Sandbox): void {
  const commandOf = recorderCommand(sandbox);
  const names = [...kimiAdapter.translator.events.map(({ name }) => name), ...furtherEvents];
  const tables = names.map(
    (event) => `\n[[hooks]]\nevent = "${event}"\ncommand = ${JSON.stringify(commandOf(event))}\n`,
  );
  appendFileSync(join(kimiDirectory(sandbox), "config.toml"), tables.join(""));
}
