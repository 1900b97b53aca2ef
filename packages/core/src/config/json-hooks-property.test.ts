import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recogniseWrapperCommand } from "../forwarder/wrapper-command.js";
import { arbitrarySettings } from "./arbitrary-settings.js";
import { planJsonHooks } from "./json-hooks.js";
import type { JsonHooksTarget } from "./json-hooks-entries.js";
import { inspectJsonHooks } from "./json-hooks-inspect.js";

const runs = Number(process.env.HEXOKIT_PROPERTY_RUNS ?? 2000);
const events = ["SessionStart", "PreToolUse", "Stop", "Notification"];
const target: JsonHooksTarget = {
  provider: "claude",
  events: events.map((name) => ({ name, timeout: 3 })),
  forwarder: "$HOME/.local/share/hexokit/rk-hook",
};
const older: JsonHooksTarget = {
  ...target,
  events: [
    { name: "Stop", timeout: 3 },
    { name: "Retired", timeout: 3 },
  ],
  forwarder: "$HOME/old/hexokit/rk-hook",
};

/** A harness that reads comments, but no trailing comma, and shows names. */
const commenting: JsonHooksTarget = { ...target, name: "ours", comments: true, trailingCommas: false };

type Text = string | undefined;

function apply(action: "install" | "uninstall", text: Text, which: JsonHooksTarget): Text {
  const plan = planJsonHooks(action, { path: "settings.json", text, symbolicLink: false }, which);
  if (plan !== undefined) expect(plan.before).toBe(text);
  return plan === undefined ? text : plan.after;
}

/** Every character of `part` stands in `whole`, in the same order: nothing of it was changed or moved. */
function isWithin(part: string, whole: string): boolean {
  let position = 0;
  for (let index = 0; index < whole.length; index++) if (whole[index] === part[position]) position++;
  return position === part.length;
}

/** As a harness with another parser than ours sees it. */
function withoutComments(text: string): string {
  const stringOrComment = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  return text.replace(stringOrComment, (_, string: string | undefined) => string ?? " ");
}

/** The settings without our entries, and without what is empty: written apart from the code under test. */
function foreignPart(text: Text): unknown {
  const settings = JSON.parse(withoutComments((text ?? "").replace(/^\uFEFF/, "")).trim() || "{}");
  const isOurs = (entry: { type?: unknown; command?: unknown } | null) =>
    entry?.type === "command" && recogniseWrapperCommand(String(entry.command))?.provider === "claude";
  for (const [event, groups] of Object.entries<unknown>(settings.hooks ?? {})) {
    if (!Array.isArray(groups)) continue;
    settings.hooks[event] = groups.filter((group) => {
      if (!Array.isArray(group?.hooks)) return true;
      const theirs = group.hooks.filter((entry: never) => !isOurs(entry));
      const goes = theirs.length === 0 && group.hooks.length > 0;
      group.hooks = theirs;
      return !goes;
    });
    if (settings.hooks[event].length === 0) delete settings.hooks[event];
  }
  if (JSON.stringify(settings.hooks) === "{}") delete settings.hooks;
  return settings;
}

function expectComplete(text: Text, which: JsonHooksTarget): void {
  const report = inspectJsonHooks({ path: "settings.json", text, symbolicLink: false }, which);
  expect(report.findings).toEqual([]);
  expect(report.events).toEqual(events.map((event) => ({ event, status: "installed" })));
}

const blank = fc.constantFrom(undefined, "", "\n", " \r\n\t", "\uFEFF", "\uFEFF\n");

describe.each([
  ["strict JSON", target],
  ["JSON with comments", commenting],
])("planJsonHooks in %s", (_, which) => {
  const comments = which.comments === true;
  const clean = arbitrarySettings({ provider: "claude", events, own: false, comments });
  const withOurs = arbitrarySettings({ provider: "claude", events, own: true, comments });
  const formerly = { ...which, events: older.events, forwarder: older.forwarder };

  it("gives back the bytes of a file that had nothing of ours", { timeout: 0 }, () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 40, arbitrary: clean }, { weight: 1, arbitrary: blank }), (original) => {
        const installed = apply("install", original, which);
        expectComplete(installed, which);
        expect(isWithin(original ?? "", installed ?? "")).toBe(true);
        expect(foreignPart(installed)).toEqual(foreignPart(original));
        expect(apply("install", installed, which)).toBe(installed);
        expect(apply("uninstall", installed, which)).toBe(original);
        expect(apply("uninstall", original, which)).toBe(original);
      }),
      { numRuns: runs },
    );
  });

  it("gives back the bytes after an upgrade from an older directory and other events", { timeout: 0 }, () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 40, arbitrary: clean }, { weight: 1, arbitrary: blank }), (original) => {
        const upgraded = apply("install", apply("install", original, formerly), which);
        expectComplete(upgraded, which);
        expect(apply("install", upgraded, which)).toBe(upgraded);
        expect(apply("uninstall", upgraded, which)).toBe(original);
      }),
      { numRuns: runs },
    );
  });

  it("touches only what is ours in a file that has some of it", { timeout: 0 }, () => {
    fc.assert(
      fc.property(withOurs, (original) => {
        const installed = apply("install", original, which);
        expectComplete(installed, which);
        expect(foreignPart(installed)).toEqual(foreignPart(original));
        expect(apply("install", installed, which)).toBe(installed);

        const removed = apply("uninstall", original, which);
        const removedLater = apply("uninstall", installed, which);
        // What blanks stay around a comment beside ours depends on the order in which ours go.
        const compared = (text: Text) => (comments ? text?.replace(/\s+/g, "") : text) ?? "";
        expect(compared(removedLater)).toBe(compared(removed));
        expect(isWithin(removed ?? "", original)).toBe(true);
        expect(isWithin(compared(removed), compared(installed))).toBe(true);
        expect(foreignPart(removed)).toEqual(foreignPart(original));
        expect(apply("uninstall", removed, which)).toBe(removed);
      }),
      { numRuns: runs },
    );
  });
});
