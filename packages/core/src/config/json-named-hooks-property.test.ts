import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recogniseWrapperCommand } from "../forwarder/wrapper-command.js";
import { arbitrarySettings } from "./arbitrary-settings.js";
import { planJsonHooks } from "./json-hooks.js";
import type { JsonHooksTarget } from "./json-hooks-entries.js";
import { inspectJsonHooks } from "./json-hooks-inspect.js";

const runs = Number(process.env.HEXOKIT_PROPERTY_RUNS ?? 1000);
const events = ["SessionStart", "PreInvocation", "Stop"];
const target: JsonHooksTarget = {
  provider: "claude",
  events: events.map((name) => ({ name, timeout: 3 })),
  forwarder: "$HOME/.local/share/hexokit/rk-hook",
  prefix: 'printf "{}"',
  named: "hexokit",
};
/** What the original called its hook. */
const older: JsonHooksTarget = { ...target, named: "run-kit", forwarder: "$HOME/old/hexokit/rk-hook" };

type Text = string | undefined;

function apply(action: "install" | "uninstall", text: Text, which: JsonHooksTarget = target): Text {
  const plan = planJsonHooks(action, { path: "hooks.json", text, symbolicLink: false }, which);
  return plan === undefined ? text : plan.after;
}

function parse(text: Text): Record<string, Record<string, unknown>> {
  return JSON.parse((text ?? "").replace(/^\uFEFF/, "").trim() || "{}");
}

/** The hooks without our entries, and without what is empty: written apart from the code under test. */
function foreignPart(text: Text): unknown {
  const isOurs = (entry: { type?: unknown; command?: unknown }) =>
    entry.type === "command" && recogniseWrapperCommand(String(entry.command))?.provider === "claude";
  const maps = Object.entries(parse(text)).map(([name, map]) => {
    const lists = Object.entries(map).map(([key, list]) => [
      key,
      Array.isArray(list) ? list.filter((entry) => !isOurs(entry ?? {})) : list,
    ]);
    return [name, Object.fromEntries(lists.filter(([, list]) => JSON.stringify(list) !== "[]"))];
  });
  return Object.fromEntries(maps.filter(([, map]) => JSON.stringify(map) !== "{}"));
}

function expectComplete(text: Text): void {
  const report = inspectJsonHooks({ path: "hooks.json", text, symbolicLink: false }, target);
  expect(report).toEqual({ events: events.map((event) => ({ event, status: "installed" })), findings: [] });
  for (const event of events)
    expect(parse(text).hexokit?.[event]).toContainEqual(expect.objectContaining({ timeout: 3 }));
}

const clean = arbitrarySettings({ provider: "claude", events, own: false, named: true });
const withOurs = arbitrarySettings({ provider: "claude", events, own: true, named: true });
const blank = fc.constantFrom(undefined, "", "\n", " \r\n\t");

describe("planJsonHooks with named hooks", () => {
  it("gives back the bytes of a file that had nothing of ours", { timeout: 0 }, () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 40, arbitrary: clean }, { weight: 1, arbitrary: blank }), (original) => {
        const installed = apply("install", original);
        expectComplete(installed);
        expect(foreignPart(installed)).toEqual(foreignPart(original));
        expect(apply("install", installed)).toBe(installed);
        expect(apply("uninstall", installed)).toBe(original);
        expect(apply("uninstall", original)).toBe(original);
      }),
      { numRuns: runs },
    );
  });

  it("moves an older generation from its own name to ours, and takes it out", { timeout: 0 }, () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 40, arbitrary: clean }, { weight: 1, arbitrary: blank }), (original) => {
        const former = apply("install", original, older);
        expect(apply("uninstall", former)).toBe(original);
        const upgraded = apply("install", former);
        expectComplete(upgraded);
        expect(upgraded).not.toContain("$HOME/old/");
        expect(apply("uninstall", upgraded)).toBe(original);
      }),
      { numRuns: runs },
    );
  });

  it("touches only what is ours in a file that has some of it", { timeout: 0 }, () => {
    fc.assert(
      fc.property(withOurs, (original) => {
        const installed = apply("install", original);
        expectComplete(installed);
        expect(foreignPart(installed)).toEqual(foreignPart(original));
        expect(apply("install", installed)).toBe(installed);
        const removed = apply("uninstall", original);
        expect(apply("uninstall", installed)).toBe(removed);
        expect(foreignPart(removed)).toEqual(foreignPart(original));
        expect(apply("uninstall", removed)).toBe(removed);
      }),
      { numRuns: runs },
    );
  });

  it("refuses a place for our hook that is no event map, and takes ours out beside other members", () => {
    for (const text of ['{"hexokit": true}', '{"hexokit": []}', '{"hexokit": {"Stop": {}}}'])
      expect(() => apply("install", text)).toThrow(expect.objectContaining({ code: "CONFIG_SHAPE" }));
    const text = '{"version": 1}';
    expect(apply("uninstall", apply("install", text))).toBe(text);
  });
});
