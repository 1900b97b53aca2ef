/**
 * Versions that brought an event (changelog of Kimi Code). One that a version does not know makes it ignore
 * all hooks, the user's too (2.1.0, live).
 */
const since: ReadonlyMap<string, readonly [major: number, minor: number]> = new Map([
  ["PermissionRequest", [0, 8]],
  ["PermissionResult", [0, 8]],
  ["Interrupt", [0, 14]],
  ["TurnStarted", [0, 32]],
]);

/** Every event that 2.1.0 takes. */
export const knownEvents: ReadonlySet<unknown> = new Set([
  ..."PreToolUse PostToolUse PostToolUseFailure PermissionRequest PermissionResult UserPromptSubmit".split(
    " ",
  ),
  ..."UserPromptQueued TurnStarted Stop StopFailure Interrupt SessionStart SessionEnd SessionHeartbeat".split(
    " ",
  ),
  ..."SubagentStart SubagentStop TaskStarted PreCompact PostCompact Notification".split(" "),
]);

/** The numbers that `kimi --version` of Kimi Code prints; undefined for what else calls itself kimi. */
function parseVersion(version: string | undefined): readonly [number, number] | undefined {
  const match = /^v?(\d+)\.(\d+)\.\d+(?:[-+].*)?$/.exec(version?.trim() ?? "");
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}

/** True when that version takes the event; of an unknown version, what each takes. */
export function isEventOf(version: string | undefined, event: string): boolean {
  const first = since.get(event);
  if (first === undefined) return true;
  const [major, minor] = parseVersion(version) ?? [0, 0];
  return major > first[0] || (major === first[0] && minor >= first[1]);
}

export function isKnownVersion(version: string | undefined): boolean {
  return parseVersion(version) !== undefined;
}
