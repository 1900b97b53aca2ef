import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Cell } from "../scenario/cell.js";
import type { HarnessDriver } from "../scenario/harness-driver.js";
import { count, countLine } from "./report.js";
import type { ScenarioResult } from "./run-scenarios.js";

/** The repository: two folders above this package's `dist`. */
const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** Writes `docs/verification/<harness>-<version>.md`; gives its path. */
export function writeVerification(
  driver: HarnessDriver,
  version: string,
  results: readonly ScenarioResult[],
  isolated: boolean,
): string {
  const date = new Date().toISOString().slice(0, 10);
  const lines = [
    `# ${driver.adapter.displayName} ${version}`,
    "",
    `${countLine(count(results))} on ${date}, ${process.platform} ${process.arch}, ` +
      `Node ${process.versions.node}${isolated ? ", loopback alone" : ""}.`,
    "",
    `Written by \`pnpm lab ${driver.id} --all\`. Each step is one path that was driven in the real program; the list was`,
    "read 1.0 s after the transition and again before the next step.",
    "",
    ...results.flatMap(scenarioLines),
  ];
  const path = join(repository, "docs/verification", `${driver.id}-${version}.md`);
  write(path, `${lines.join("\n").trimEnd()}\n`);
  return path;
}

function scenarioLines({ scenario, cells }: ScenarioResult): string[] {
  const rows = cells.map((cell) => `| ${cell.step.replaceAll("|", "\\|")} | ${verdictOf(cell)} |`);
  return [`## ${scenario.name}`, "", scenario.about, "", "| step | |", "|---|---|", ...rows, ""];
}

function verdictOf({ verdict, gap }: Cell): string {
  return verdict === "known gap" ? `known gap \`${gap}\`` : verdict;
}

/** A payload that is larger teaches nothing that a smaller one does not. */
const payloadLimit = 16 * 1024;

/** Writes every kind of payload that the run met, once each, to `fixtures/<harness>/<version>/recorded/`. */
export function writePayloads(
  driver: HarnessDriver,
  version: string,
  results: readonly ScenarioResult[],
): string {
  const folder = join(repository, "fixtures", driver.id, version, "recorded");
  const sources: Record<string, string> = {};
  for (const { scenario, hooks } of results) {
    for (const { event, payload } of hooks) {
      const file = `${[event, ...driver.variant(payload)].join("-")}.json`;
      const text = `${JSON.stringify(payload, null, 2)}\n`;
      if (sources[file] !== undefined || text.length > payloadLimit) continue;
      sources[file] = scenario.name;
      write(join(folder, file), text);
    }
  }
  const provenance = {
    harness: driver.id,
    package: driver.package,
    version,
    how: "live",
    date: new Date().toISOString().slice(0, 10),
    by: `pnpm lab ${driver.id} --all --record`,
    scenarios: sources,
  };
  write(join(folder, "provenance.json"), `${JSON.stringify(provenance, null, 2)}\n`);
  return folder;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
