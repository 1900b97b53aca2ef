import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../sandbox/sandbox.js";

/** One hook that the lab's own recorder kept. */
export interface RecordedHook {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: string;
  /** Facts of the hook's environment, as `name=value` words. */
  readonly facts: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Where the recorder puts one file per hook, `<epoch ns>-<event>-<pid>`: a line of facts, then the payload. */
export function recordFolder(sandbox: Sandbox): string {
  return join(sandbox.root, "hooks");
}

/**
 * Writes the lab's own hook, which keeps every payload, and gives the command for one event. It prints nothing.
 * @param facts environment variables worth keeping, by the name to show
 */
export function recorderCommand(
  sandbox: Sandbox,
  facts: Readonly<Record<string, string>> = {},
): (event: string) => string {
  const folder = recordFolder(sandbox);
  mkdirSync(folder, { recursive: true });
  const script = join(sandbox.root, "record");
  const words = Object.entries({ pane: "TMUX_PANE", ...facts }).map(([name, key]) => `${name}=$${key}`);
  const lines = [
    "#!/bin/sh",
    `f="${folder}/$(date +%s%N)-$1-$$"`,
    `{ echo "${words.join(" ")}"; cat; } >"$f.part" && mv "$f.part" "$f"`,
  ];
  writeFileSync(script, `${lines.join("\n")}\n`, { mode: 0o755 });
  return (event) => `${script} ${event}`;
}

/** What the recorder kept, oldest first. */
export function readRecordedHooks(sandbox: Sandbox): readonly RecordedHook[] {
  const folder = recordFolder(sandbox);
  let names: string[] = [];
  try {
    names = readdirSync(folder)
      .filter((name) => !name.endsWith(".part"))
      .sort();
  } catch {
    // The sandbox has no recorder.
  }
  return names.flatMap((name) => {
    const [nanoseconds = "", event = ""] = name.split("-");
    const [facts = "", ...body] = readFileSync(join(folder, name), "utf8").split("\n");
    try {
      return [{ at: Number(nanoseconds) / 1e6, event, facts, payload: JSON.parse(body.join("\n")) }];
    } catch {
      return [];
    }
  });
}
