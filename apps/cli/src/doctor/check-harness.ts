import {
  type HarnessAdapter,
  type InstallFinding,
  type InstallReport,
  systemHost,
  systemProcesses,
} from "@hexokit/core";
import type { Context } from "../context.js";
import { findOnPath } from "../find-on-path.js";
import { inspectHarness, isNotInstalled } from "../installation.js";
import type { FindingJson } from "../json-output.js";
import { versionOf } from "../surroundings.js";
import { finding } from "./finding.js";

export interface HarnessCheck {
  readonly adapter: HarnessAdapter;
  readonly isInstalled: boolean;
  readonly binary: string | undefined;
  readonly binaryVersion: string | undefined;
  readonly events: InstallReport["events"];
  readonly findings: readonly FindingJson[];
}

/** Looks at one harness: its program, each event's hook, what its settings say, and what it says itself. */
export async function checkHarness({ host }: Context, adapter: HarnessAdapter): Promise<HarnessCheck> {
  const { id, binary: names, verify } = adapter;
  const path = host.environment.PATH;
  const binary = names.map((name) => findOnPath(name, path)).find((found) => found !== undefined);
  const binaryVersion = binary === undefined ? undefined : await versionOf(binary);
  const report = inspectHarness(adapter, host, binaryVersion);
  const isInstalled = !isNotInstalled(report);
  const own =
    isInstalled && verify !== undefined
      ? await verifyQuietly(adapter, verify.bind(adapter, systemHost(host, systemProcesses())))
      : [];
  const program =
    binary === undefined
      ? finding("note", id, `${names[0]} is not on PATH.`)
      : finding("ok", id, `${binaryVersion ?? "version unknown"} (${binary})`);
  const findings = [
    program,
    ...describeEvents(report),
    ...[...report.findings, ...own].map((one) => fromAdapter(id, one)),
  ];
  return { adapter, isInstalled, binary, binaryVersion, events: report.events, findings };
}

async function verifyQuietly(
  adapter: HarnessAdapter,
  verify: () => Promise<readonly InstallFinding[]>,
): Promise<readonly InstallFinding[]> {
  try {
    return await verify();
  } catch (error) {
    return [
      { severity: "note", message: `${adapter.displayName} could not be asked: ${(error as Error).message}` },
    ];
  }
}

function fromAdapter(id: string, { severity, message, hint, path }: InstallFinding): FindingJson {
  return finding(severity, id, message, hint, path);
}

const meanings = {
  missing: "not installed",
  stale: "of an older form",
  duplicate: "installed twice",
  disabled: "switched off by a setting",
  untrusted: "not trusted yet",
  modified: "changed by hand",
} as const;

function describeEvents(report: InstallReport): readonly FindingJson[] {
  const { harness, events } = report;
  if (isNotInstalled(report))
    return [finding("note", harness, "No hooks are installed.", `Run \`rk agent setup ${harness}\`.`)];
  const wrong = Object.entries(meanings).flatMap(([status, meaning]) => {
    const names = events.filter((event) => event.status === status).map(({ event }) => event);
    if (names.length === 0) return [];
    const hint =
      status === "disabled" || status === "untrusted" ? undefined : `Run \`rk agent setup ${harness}\`.`;
    // What a person changed in our entry is theirs to keep.
    return [
      finding(
        status === "modified" ? "note" : "problem",
        harness,
        `Hooks ${meaning}: ${names.join(", ")}.`,
        hint,
      ),
    ];
  });
  return wrong.length > 0 ? wrong : [finding("ok", harness, `All ${events.length} hooks are installed.`)];
}
