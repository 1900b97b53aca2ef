import type { FindingJson } from "../json-output.js";

export function finding(
  severity: FindingJson["severity"],
  area: string,
  message: string,
  hint?: string | undefined,
  path?: string | undefined,
): FindingJson {
  return { severity, area, message, hint: hint ?? null, path: path ?? null };
}
