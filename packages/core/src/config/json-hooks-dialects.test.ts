import { describe, expect, it } from "vitest";
import { buildWrapperCommand } from "../forwarder/wrapper-command.js";
import { planJsonHooks } from "./json-hooks.js";
import type { JsonHooksTarget } from "./json-hooks-entries.js";

const forwarder = "$HOME/.local/share/hexokit/rk-hook";
const target: JsonHooksTarget = {
  provider: "claude",
  events: [
    { name: "PreToolUse", timeout: 3 },
    { name: "Stop", timeout: 3 },
  ],
  forwarder,
};
const ours = (event: string) => ({
  type: "command",
  command: buildWrapperCommand({ provider: "claude", event, forwarder }),
  timeout: 3,
});

function apply(
  action: "install" | "uninstall",
  text: string | undefined,
  which = target,
): string | undefined {
  const change = planJsonHooks(action, { path: "settings.json", text, symbolicLink: false }, which);
  return change === undefined ? text : change.after;
}

describe("planJsonHooks for harnesses that differ", () => {
  it("keeps comments where the harness reads them", () => {
    const jsonc = { ...target, comments: true };
    const text = '{\n  // first\n  "a": 1, // one\n  "hooks": { /* none */ }, // two\n}\n';
    const made = apply("install", text, jsonc);
    expect(made).toContain("/* none */");
    expect(apply("uninstall", made, jsonc)).toBe(text);
  });

  it("keeps a comment that someone put where nothing but ours is", () => {
    const commented = { ...target, comments: true, trailingCommas: false };
    const made = apply("install", undefined, commented) ?? "";
    const open = made.replace('"Stop": [', '"Stop": [ // mine');
    expect(apply("uninstall", open, commented)).toMatch(
      /^\{\n {2}"hooks": \{\n {4}"Stop": \[ \/\/ mine\n\s*\]\n {2}\}\n\}\n$/,
    );
    expect(apply("uninstall", '{"hooks": {"Stop": [ // mine\n]}}', commented)).toBe(
      '{"hooks": {"Stop": [ // mine\n]}}',
    );
    const tight = `{"hooks": {"Stop": [ // mine\n${JSON.stringify({ hooks: [ours("Stop")] })}]}}`;
    expect(apply("uninstall", tight, commented)).toBe('{"hooks": {"Stop": [ // mine\n]}}');
  });

  it("keeps a comment that someone put beside our entry", () => {
    const jsonc = { ...target, comments: true };
    const text = `{"hooks": {"Stop": [1, /* a, b */ {"hooks": [${JSON.stringify(ours("Stop"))}, // mine\n {}]}]}}`;
    const wrapped = text.replace("[1, /*", '[{"matcher": "x"}, /*');
    expect(apply("uninstall", wrapped, jsonc)).toBe(
      '{"hooks": {"Stop": [{"matcher": "x"}, /* a, b */ {"hooks": [ // mine\n {}]}]}}',
    );
  });

  it("names its entries for harnesses that show names, older ones and renamed ones too", () => {
    const named = { ...target, name: "ours" };
    const made = apply("install", undefined, named) ?? "";
    expect(JSON.parse(made).hooks.Stop).toEqual([{ hooks: [{ ...ours("Stop"), name: "ours" }] }]);
    expect(apply("install", apply("install", undefined), named)).toBe(made);
    expect(apply("install", made.replaceAll('"ours"', '"else"'), named)).toBe(made);
    expect(apply("uninstall", made.replaceAll('"ours"', '"else"'), named)).toBeUndefined();
  });
});
