import fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { buildWrapperCommand, recogniseWrapperCommand } from "../forwarder/wrapper-command.js";
import { arbitraryToml } from "./arbitrary-toml.js";
import { ownTomlTables, planTomlBlock, type TomlBlockTarget } from "./toml-block.js";

const runs = { numRuns: Number(process.env.HEXOKIT_PROPERTY_RUNS ?? 2000) };

function targetOf(events: readonly string[], forwarder: string): TomlBlockTarget {
  return {
    list: "hooks",
    tables: events.map((event) => ({
      event,
      command: buildWrapperCommand({ provider: "kimi", event, forwarder }),
      timeout: 3,
    })),
    isOurs: ({ command }) => recogniseWrapperCommand(String(command))?.provider === "kimi",
  };
}

const target = targetOf(["SessionStart", "PreToolUse", "Stop"], "$HOME/.local/share/hexokit/rk-hook");
const older = targetOf(["Stop", "Retired"], "$HOME/old/hexokit/rk-hook");

type Text = string | undefined;

function apply(action: "install" | "uninstall", text: Text, which = target): Text {
  const plan = planTomlBlock(action, { path: "config.toml", text, symbolicLink: false }, which);
  if (plan !== undefined) expect(plan.before).toBe(text);
  return plan === undefined ? text : plan.after;
}

function isWithin(part: string, whole: string): boolean {
  let position = 0;
  for (let index = 0; index < whole.length; index++) if (whole[index] === part[position]) position++;
  return position === part.length;
}

/** What the file says without our tables: written apart from the code under test. */
function foreignPart(text: Text): unknown {
  const { hooks = [], ...rest } = parse((text ?? "").replace(/^\uFEFF/, ""), { integersAsBigInt: true });
  const theirs = (hooks as { command?: unknown }[]).filter(
    ({ command }) => recogniseWrapperCommand(String(command))?.provider !== "kimi",
  );
  return { ...rest, theirs };
}

/** Every comment that is no mark of ours. */
function commentsIn(text: Text): readonly string[] {
  return (text ?? "").match(/# (?:a comment|mine|about it|comment|the end|so|indented|>>> other).*/g) ?? [];
}

function expectComplete(text: Text): void {
  const own = ownTomlTables({ path: "config.toml", text, symbolicLink: false }, target);
  expect(own.map(({ event, command, timeout }) => ({ event, command, timeout: Number(timeout) }))).toEqual(
    target.tables,
  );
}

const blank = fc.constantFrom(undefined, "", "\n", " \r\n\t", "\uFEFF", "\uFEFF\n");
const clean = fc.oneof(
  { weight: 40, arbitrary: arbitraryToml({ own: false }) },
  { weight: 1, arbitrary: blank },
);
const withOurs = arbitraryToml({ own: true });

describe("planTomlBlock", () => {
  it("gives back the bytes of a file that had nothing of ours", { timeout: 0 }, () => {
    fc.assert(
      fc.property(clean, (original) => {
        const installed = apply("install", original);
        expectComplete(installed);
        expect(installed?.startsWith(original ?? "")).toBe(true);
        expect(foreignPart(installed)).toEqual(foreignPart(original));
        expect(apply("install", installed)).toBe(installed);
        expect(apply("uninstall", installed)).toBe(original);
        expect(apply("uninstall", original)).toBe(original);
      }),
      runs,
    );
  });

  it("gives back the bytes after an upgrade from an older block", { timeout: 0 }, () => {
    fc.assert(
      fc.property(clean, (original) => {
        const upgraded = apply("install", apply("install", original, older));
        expect(upgraded).toBe(apply("install", original));
        expect(apply("install", upgraded)).toBe(upgraded);
        expect(apply("uninstall", upgraded)).toBe(original);
      }),
      runs,
    );
  });

  it("touches only what is ours in a file that has some of it", { timeout: 0 }, () => {
    fc.assert(
      fc.property(withOurs, (original) => {
        const installed = apply("install", original);
        expectComplete(installed);
        expect(foreignPart(installed)).toEqual(foreignPart(original));
        expect(commentsIn(installed)).toEqual(commentsIn(original));
        expect(apply("install", installed)).toBe(installed);

        const removed = apply("uninstall", original);
        expect(foreignPart(removed)).toEqual(foreignPart(original));
        expect(commentsIn(removed)).toEqual(commentsIn(original));
        expect(isWithin(removed ?? "", original)).toBe(true);
        expect(apply("uninstall", installed)).toBe(removed);
        expect(apply("uninstall", removed)).toBe(removed);
        expect(ownTomlTables({ path: "", text: removed, symbolicLink: false }, target)).toEqual([]);
      }),
      runs,
    );
  });

  it("keeps what is written behind the block", { timeout: 0 }, () => {
    fc.assert(
      fc.property(
        clean,
        fc.constantFrom("[later]\nx = 1\n", "\n# later\n", '\n[[hooks]]\ncommand = "x"\n'),
        (original, later) => {
          const installed = `${apply("install", original) ?? ""}\n${later}`;
          expect(apply("install", installed)).toBe(installed);
          const removed = apply("uninstall", installed) ?? "";
          expect(removed.endsWith(later)).toBe(true);
          expect(removed.startsWith(original ?? "")).toBe(true);
          expect(foreignPart(removed)).toEqual(foreignPart(installed));
        },
      ),
      runs,
    );
  });
});
