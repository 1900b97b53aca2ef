import type { EventStatus, FileSnapshot, InstallFinding } from "../contract/install.js";
import { HexoError } from "../errors.js";
import { isBlank, parseJsonDocument, splitByteOrderMark } from "./json-document.js";
import { findOwnEntries, type JsonHooksTarget, type OwnEntry, wantedCommand } from "./json-hooks-entries.js";

export interface JsonHooksReport {
  /** One entry per event of the target, in its order. */
  readonly events: readonly { readonly event: string; readonly status: EventStatus }[];
  readonly findings: readonly InstallFinding[];
}

/** What {@link planJsonHooks} would find; never throws for a file that it cannot read. */
export function inspectJsonHooks(file: FileSnapshot | undefined, target: JsonHooksTarget): JsonHooksReport {
  try {
    const own = file === undefined ? [] : entriesIn(file, target);
    const strays = own.filter(({ event }) => !target.events.some(({ name }) => name === event));
    return {
      events: target.events.map(({ name }) => ({ event: name, status: statusOf(name, own, target) })),
      findings: strays.map(({ event }) => ({
        severity: "problem",
        message: `A hook of ours stands under ${event}, where it no longer belongs.`,
        hint: "Run `rk agent setup` to take it out.",
        ...(file === undefined ? {} : { path: file.path }),
      })),
    };
  } catch (error) {
    if (!HexoError.isInstance(error)) throw error;
    return {
      events: target.events.map(({ name }) => ({ event: name, status: "missing" })),
      findings: [
        {
          severity: "problem",
          message: error.message,
          ...(error.hint === undefined ? {} : { hint: error.hint }),
          ...(file === undefined ? {} : { path: file.path }),
        },
      ],
    };
  }
}

function entriesIn(file: FileSnapshot, target: JsonHooksTarget): readonly OwnEntry[] {
  if (file.problem !== undefined) {
    const why = file.problem === "unreadable" ? "cannot be read" : "is not a regular file";
    throw new HexoError("CONFIG_UNREADABLE", `${file.path} ${why}.`);
  }
  if (file.text === undefined || isBlank(splitByteOrderMark(file.text)[1])) return [];
  return findOwnEntries(parseJsonDocument(file.text, { ...target, path: file.path }), target);
}

function statusOf(event: string, all: readonly OwnEntry[], target: JsonHooksTarget): EventStatus {
  const own = all.filter((entry) => entry.event === event);
  const [first] = own;
  if (first === undefined) return "missing";
  if (own.length > 1) return "duplicate";
  const timeout = target.events.find(({ name }) => name === event)?.timeout;
  const current =
    first.matches &&
    first.command.value === wantedCommand(target, event) &&
    first.timeout?.value === timeout &&
    (target.name === undefined || first.name?.value === target.name);
  if (!current) return "stale";
  return first.extraKeys.length > 0 ? "modified" : "installed";
}
