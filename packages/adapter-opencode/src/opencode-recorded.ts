import { readdirSync, readFileSync } from "node:fs";
import { Listener } from "./opencode-listener.js";
import type { Report } from "./opencode-report.js";

/** For tests: what a plugin was given by the real OpenCode. */

const folder = new URL("../../../fixtures/opencode/1.18.33/", import.meta.url);

export interface RecordedLine {
  readonly event?: { readonly type: string; readonly properties: Readonly<Record<string, unknown>> };
  readonly dispose?: true;
}

export function recordedStream(number: string): readonly RecordedLine[] {
  const name = readdirSync(new URL("recorded/", folder)).find((file) => file.startsWith(`${number}-`));
  const text = readFileSync(new URL(`recorded/${name}`, folder), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

export function recordedPayload(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`hooks/${name}.json`, folder), "utf8"));
}

/** The reports that a listener makes of events. */
export async function reportsOf(
  lines: readonly RecordedLine[],
  unattended = false,
): Promise<readonly Report[]> {
  const reports: Report[] = [];
  const listener = new Listener({
    parentOf: async () => "",
    send: async (report) => void reports.push(report),
    unattended,
  });
  for (const { event } of lines) if (event !== undefined) listener.take(event);
  const isDisposed = lines.some(({ dispose }) => dispose === true);
  await listener.dispose();
  return isDisposed ? reports : reports.filter(({ event }) => event !== "dispose");
}
