import { join } from "node:path";
import {
  checkMachineDirectory,
  dataDirectory,
  HexoError,
  inspectDataDirectory,
  installDataDirectory,
  type MachineDirectory,
  pruneMachineDirectory,
  systemProcesses,
} from "@hexokit/core";
import type { KnownHarnesses } from "../adapters.js";
import type { Context } from "../context.js";
import { contentFor } from "../installation.js";
import type { FindingJson } from "../json-output.js";
import { describeMemoryProblem } from "../memory-problem.js";
import { finding } from "./finding.js";

const setupHint = "Run `rk agent setup`.";

/** Our own files in the data directory. Older ones of ours are brought up to date here: nobody else does. */
export function checkFiles(
  context: Context,
  { harnesses }: KnownHarnesses,
  isInstalled: boolean,
): readonly FindingJson[] {
  const directory = dataDirectory(context.host);
  const content = contentFor(context, harnesses);
  const { files, node } = inspectDataDirectory(directory, content);
  const withStatus = (status: string) =>
    files.filter((file) => file.status === status).map(({ name }) => join(directory, name));
  const isThere = files.some(({ status }) => status === "current" || status === "older");
  if (!isThere && !isInstalled && withStatus("foreign").length === 0) return [];
  const findings = withStatus("foreign").map((path) => {
    return finding(
      "problem",
      "files",
      `${path} is not ours; hooks may not work.`,
      "Move it away, then run `rk agent setup`.",
      path,
    );
  });
  for (const path of withStatus("newer"))
    findings.push(finding("note", "files", `${path} is of a newer rk.`, "Update this rk.", path));
  if (findings.length > 0) return findings;
  if (!isThere)
    return [
      finding(
        "problem",
        "files",
        `The forwarder and the hook are missing from ${directory}.`,
        setupHint,
        directory,
      ),
    ];
  if (withStatus("older").length > 0 || withStatus("missing").length > 0)
    return [refresh(directory, content)];
  if (node?.runs === false)
    return [
      finding("problem", "files", `The Node that hooks run with is gone: ${node.path}`, setupHint, node.path),
    ];
  return [finding("ok", "files", `Forwarder and hook are current (${directory}).`)];
}

function refresh(directory: string, content: Parameters<typeof installDataDirectory>[1]): FindingJson {
  try {
    const written = installDataDirectory(directory, content);
    return finding("note", "files", `Brought up to date in ${directory}: ${written.join(", ")}.`);
  } catch (error) {
    if (!HexoError.isInstance(error)) throw error;
    return finding("problem", "files", error.message, error.hint, directory);
  }
}

/** The machine's directory; what belongs to processes that are gone is removed. */
export function checkMachine(directory: MachineDirectory): readonly FindingJson[] {
  const problem = checkMachineDirectory(directory);
  if (problem === "missing")
    return [
      finding("note", "machine", `${directory.path} is not there yet: no hook has run since the boot.`),
    ];
  if (problem !== undefined) {
    const hint =
      "Move it away: hooks work without memory until then, and may miss what runs in the background.";
    return [
      finding(
        "problem",
        "machine",
        `No memory: ${describeMemoryProblem(directory.path, problem)}.`,
        hint,
        directory.path,
      ),
    ];
  }
  const removed = pruneMachineDirectory(directory, systemProcesses());
  return [
    finding(
      "ok",
      "machine",
      `Memory is kept in ${directory.path}${removed > 0 ? `; ${removed} old files removed` : ""}.`,
    ),
  ];
}
