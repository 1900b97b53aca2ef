import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** One hook event as the harness sent it. */
export interface RecordedEvent {
  /** The file's name without `.json`: `<event>` or `<event>-<variant>`. */
  readonly name: string;
  /** The native event: what stands before the first `-`. */
  readonly event: string;
  readonly payload: unknown;
}

/** `provenance.json`: where the recordings come from. Further members are for people. */
export interface Provenance {
  readonly harness: string;
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly how: "live" | "documented";
  /** Registered events that nobody could make happen, each with the reason. */
  readonly notCaptured?: Readonly<Record<string, string>>;
  /** Which session `transcript.jsonl` is of, and where the harness had it when the home was `/home/user`. */
  readonly transcript?: { readonly session: string; readonly path: string };
}

export interface RecordedFixtures {
  readonly provenance: Provenance;
  readonly events: readonly RecordedEvent[];
  /** The text of `transcript.jsonl`, where there is one. */
  readonly transcript?: string;
}

/**
 * Reads recordings: `provenance.json`, `hooks/<event>-<variant>.json` (one payload each) and, optionally,
 * `transcript.jsonl`.
 * @throws the system's error for a folder without `provenance.json` or `hooks`, SyntaxError for a file that is no JSON
 */
export function recordedFixtures(directory: string | URL): RecordedFixtures {
  const folder = typeof directory === "string" ? directory : fileURLToPath(directory);
  const read = (...names: string[]) => readFileSync(join(folder, ...names), "utf8");
  const names = readdirSync(join(folder, "hooks")).filter((name) => name.endsWith(".json"));
  const transcript = existsSync(join(folder, "transcript.jsonl")) ? read("transcript.jsonl") : undefined;
  return {
    provenance: JSON.parse(read("provenance.json")),
    events: names.sort().map((file) => {
      const name = file.slice(0, -".json".length);
      return { name, event: name.split("-", 1)[0] ?? name, payload: JSON.parse(read("hooks", file)) };
    }),
    ...(transcript === undefined ? {} : { transcript }),
  };
}
