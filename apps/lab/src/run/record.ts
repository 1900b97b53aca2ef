import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import type { Cell } from "../scenario/cell.js";
import type { HarnessDriver } from "../scenario/harness-driver.js";
import { count } from "./report.js";
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
  const { right, gaps, wrong } = count(results);
  const date = new Date().toISOString().slice(0, 10);
  const lines = [
    `# ${driver.adapter.displayName} ${version}`,
    "",
    `${right} right, ${gaps} known gaps, ${wrong} wrong on ${date}, ${process.platform} ${process.arch}, ` +
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

/** Writes every kind of payload that the run met, once each, to `fixtures/<harness>/<version>/recorded/`. */
export function writePayloads(
  driver: HarnessDriver,
  version: string,
  results: readonly ScenarioResult[],
): string {
  const folder = join(repository, "fixtures", driver.id, version, "recorded");
  const kinds = new Map<string, { scenario: string; payload: object }>();
  for (const { scenario, hooks } of results) {
    for (const { event, payload } of hooks) {
      const variant = [payload.tool_name, payload.source, payload.reason, payload.notification_type];
      const child = payload.agent_id === undefined ? undefined : "child";
      const name = [event, ...variant, child]
        .filter((word) => typeof word === "string" && word !== "")
        .join("-");
      if (!kinds.has(name)) kinds.set(name, { scenario: scenario.name, payload });
    }
  }
  for (const [name, { payload }] of kinds)
    write(join(folder, `${name}.json`), `${JSON.stringify(payload, null, 2)}\n`);
  const provenance = {
    harness: driver.id,
    package: driver.package,
    version,
    how: "live",
    date: new Date().toISOString().slice(0, 10),
    by: format("pnpm lab %s --all --record", driver.id),
    payloads: Object.fromEntries([...kinds].sort().map(([name, { scenario }]) => [`${name}.json`, scenario])),
  };
  write(join(folder, "provenance.json"), `${JSON.stringify(provenance, null, 2)}\n`);
  return folder;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
