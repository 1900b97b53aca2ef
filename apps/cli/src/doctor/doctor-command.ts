import { type HarnessAdapter, harmlessText, machineDirectory, readHookLog } from "@hexokit/core";
import { type KnownHarnesses, loadHarnesses } from "../adapters.js";
import type { Context, Ending } from "../context.js";
import { type DoctorJson, type FindingJson, toJson } from "../json-output.js";
import { lookAround } from "../surroundings.js";
import { checkFiles, checkMachine } from "./check-files.js";
import { checkHarness, type HarnessCheck } from "./check-harness.js";
import { finding } from "./finding.js";
import { type ProbeResult, probeHarness } from "./probe.js";

export interface DoctorOptions {
  readonly json?: boolean;
  readonly probe?: boolean;
}

const logLines = 10;

/** `rk agent doctor`: looks at everything, and refreshes our own files where an older version of them is installed. */
export async function doctor(context: Context, { json, probe }: DoctorOptions): Promise<Ending> {
  const known = await loadHarnesses(context);
  const surroundings = await findSurroundings(context, known);
  const harnesses = await Promise.all(known.harnesses.map(({ adapter }) => checkHarness(context, adapter)));
  const installed = harnesses.filter(({ isInstalled }) => isInstalled).map(({ adapter }) => adapter);
  const findings = [
    ...surroundings,
    ...checkFiles(context, known, installed.length > 0),
    ...checkMachine(machineDirectory()),
    ...harnesses.flatMap((harness) => harness.findings),
    ...(installed.length > 0 ? [] : [nothingInstalled]),
  ];
  const probes = probe === true ? await probeAll(context, installed) : [];
  const problems =
    findings.filter(({ severity }) => severity === "problem").length +
    probes.filter(({ moved }) => !moved).length;
  const answer: DoctorJson = {
    version: 1,
    problems,
    findings,
    harnesses: harnesses.map(jsonOf),
    probes,
    hookLog: readHookLog(machineDirectory().log, logLines),
  };
  if (json === true) context.output.print(toJson(answer));
  else show(context, answer, known);
  return problems > 0 ? "failed" : "ok";
}

const nothingInstalled = finding("problem", "rk", "No agent is set up.", "Run `rk agent setup`.");

async function findSurroundings(
  context: Context,
  { problems }: KnownHarnesses,
): Promise<readonly FindingJson[]> {
  const { tmux, faults } = await lookAround(context);
  return [
    ...faults.map(({ area, message, hint }) => finding("problem", area, message, hint)),
    ...(faults.some(({ area }) => area === "tmux")
      ? []
      : [finding("ok", "tmux", `${tmux.version ?? "tmux"} (${tmux.path})`)]),
    ...problems.map(({ code, message, hint }) => finding("problem", "adapters", `${code}: ${message}`, hint)),
  ];
}

/** One after the other: each measures. */
async function probeAll(
  context: Context,
  adapters: readonly HarnessAdapter[],
): Promise<readonly ProbeResult[]> {
  const results: ProbeResult[] = [];
  for (const adapter of adapters) results.push(await probeHarness(context, adapter));
  return results;
}

function jsonOf({ adapter, binary, binaryVersion, events }: HarnessCheck): DoctorJson["harnesses"][number] {
  return { harness: adapter.id, binary: binary ?? null, binaryVersion: binaryVersion ?? null, events };
}

const marks = { ok: "✓", note: "–", problem: "✗" } as const;
const colors = { ok: "green", note: "dim", problem: "red" } as const;

function show(
  { output }: Context,
  { findings, probes, hookLog, problems }: DoctorJson,
  { harnesses }: KnownHarnesses,
): void {
  const nameOf = (area: string) =>
    harnesses.find(({ adapter }) => adapter.id === area)?.adapter.displayName ?? area;
  const width = Math.max(...findings.map(({ area }) => nameOf(area).length));
  const line = (severity: FindingJson["severity"], area: string, message: string, hint: string | null) => {
    output.print(
      `${output.style(colors[severity], marks[severity])} ${nameOf(area).padEnd(width)}  ${harmlessText(message)}`,
    );
    if (hint !== null) output.print(`${" ".repeat(width + 4)}${harmlessText(hint)}`);
  };
  for (const { severity, area, message, hint } of findings) line(severity, area, message, hint);
  for (const { harness, moved, message } of probes) line(moved ? "ok" : "problem", harness, message, null);
  if (hookLog.length > 0) {
    output.print("\nLast lines of the hook log:");
    for (const entry of hookLog) output.print(`  ${harmlessText(entry)}`);
  }
  output.print(
    problems === 0 ? "\nNo problems." : `\n${problems} ${problems === 1 ? "problem" : "problems"}.`,
  );
}
