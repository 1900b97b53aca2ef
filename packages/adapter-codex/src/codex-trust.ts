import { createHash } from "node:crypto";
import { fieldsOf, textOf } from "@hexokit/core/hook";
import { parse } from "smol-toml";
import { handlersIn, type PlacedHandler } from "./codex-hooks-file.js";

/** What Codex makes of one hook: it runs the trusted ones only. */
export type CodexTrust = "trusted" | "modified" | "untrusted" | "disabled";

/** Trust entries by key, or why they cannot be known. */
export type CodexTrustState =
  | { readonly kind: "known"; readonly entries: ReadonlyMap<string, TrustEntry> }
  | { readonly kind: "unknown"; readonly why: string };

export interface TrustEntry {
  readonly hash: string | undefined;
  readonly enabled: boolean;
}

/** What a hook is compared with: the directories that Codex may name its file by, and the entries there. */
export interface CodexTrustView {
  readonly directories: readonly string[];
  readonly entries: ReadonlyMap<string, TrustEntry>;
}

/** Events whose matcher counts for nothing, so that it is not hashed (0.171.0). */
const withoutMatcher: ReadonlySet<string> = new Set(["UserPromptSubmit", "Stop", "Interrupt"]);

/** Events that must be quick: 1 s by default, 3 s at most; all others 600 s. */
const quickEvents: ReadonlySet<string> = new Set(["SessionEnd", "Interrupt"]);

function snakeCase(event: string): string {
  return event.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function effectiveTimeout(event: string, timeout: unknown): number {
  const isQuick = quickEvents.has(event);
  if (typeof timeout !== "number") return isQuick ? 1 : 600;
  const atLeastOne = Math.max(1, timeout);
  return isQuick ? Math.min(3, atLeastOne) : atLeastOne;
}

/**
 * The hash that Codex trusts a command hook by: of its event, matcher, command, time-out, async and status
 * message. Neither position nor file nor what the command runs is in it. Equal to what `hooks/list` of 0.164.0
 * and 0.171.0 says in every recorded case.
 */
export function codexHookHash({
  event,
  matcher,
  handler,
}: Pick<PlacedHandler, "event" | "matcher" | "handler">): string {
  // Members in the order of their names: the hash is that of sorted, compact JSON.
  const identity = {
    event_name: snakeCase(event),
    hooks: [
      {
        async: handler.async === true,
        command: handler.command,
        ...(typeof handler.statusMessage === "string" ? { statusMessage: handler.statusMessage } : {}),
        timeout: effectiveTimeout(event, handler.timeout),
        type: "command",
      },
    ],
    ...(typeof matcher === "string" && !withoutMatcher.has(event) ? { matcher } : {}),
  };
  return `sha256:${createHash("sha256").update(JSON.stringify(identity), "utf8").digest("hex")}`;
}

/** Reads the trust entries of `config.toml`; no file is one without entries. Never throws. */
export function readTrustState(config: string | undefined): CodexTrustState {
  let root: unknown;
  try {
    root = parse(config ?? "");
  } catch {
    return { kind: "unknown", why: "it is not valid TOML" };
  }
  const state = fieldsOf(fieldsOf(fieldsOf(root).hooks).state);
  const entries = Object.entries(state).map(([key, value]) => {
    const { trusted_hash: hash, enabled } = fieldsOf(value);
    return [key, { hash: textOf(hash), enabled: enabled !== false }] as const;
  });
  return { kind: "known", entries: new Map(entries) };
}

/** What Codex makes of a hook at its position. A stale entry there, of another hook, does not count as trust. */
export function codexTrust(placed: PlacedHandler, { directories, entries }: CodexTrustView): CodexTrust {
  const { event, group, index } = placed;
  const found = directories
    .map((directory) => entries.get(`${directory}/hooks.json:${snakeCase(event)}:${group}:${index}`))
    .filter((entry) => entry !== undefined);
  if (found.some(({ enabled }) => !enabled)) return "disabled";
  const hashes = found.map(({ hash }) => hash).filter((hash) => hash !== undefined);
  if (hashes.length === 0) return "untrusted";
  return hashes.includes(codexHookHash(placed)) ? "trusted" : "modified";
}

/**
 * The user's own hooks that are trusted now and would not be after a change of the file: trust goes by
 * position, and what stands behind a removed group moves up.
 */
export function hooksLosingTrust(
  before: string | undefined,
  after: string | undefined,
  view: CodexTrustView,
): readonly PlacedHandler[] {
  const theirs = (source: string | undefined) => handlersIn(source).filter(({ isOurs }) => !isOurs);
  const moved = theirs(after);
  return theirs(before).filter((placed, position) => {
    const next = moved[position];
    return (
      codexTrust(placed, view) === "trusted" && (next === undefined || codexTrust(next, view) !== "trusted")
    );
  });
}
