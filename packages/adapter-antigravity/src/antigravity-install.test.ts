import { memoryHost } from "@hexokit/adapter-testkit";
import type { FileSnapshot } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { antigravityEvents } from "./antigravity-events.js";
import { antigravityFiles } from "./antigravity-harness.js";
import { inspectAntigravity, planAntigravity } from "./antigravity-install.js";

const forwarder = "$HOME/.local/share/hexokit/rk-hook";
const path = "/home/user/.gemini/config/hooks.json";
const snapshot = (text: string | undefined): FileSnapshot => ({ path, text, symbolicLink: false });
const plan = (action: "install" | "uninstall", text: string | undefined) => {
  const [change] = planAntigravity({ action, files: [snapshot(text)], forwarder }, antigravityEvents);
  return change === undefined ? text : change.after;
};
const complete = plan("install", undefined) ?? "";
const inspect = (text: string | undefined) => {
  const { events, findings } = inspectAntigravity([snapshot(text)], forwarder, antigravityEvents);
  return { statuses: [...new Set(events.map(({ status }) => status))], findings };
};

describe("planAntigravity", () => {
  it("installs one hook of our name with flat lists and whole seconds, each answering {}", () => {
    expect(Object.keys(JSON.parse(complete))).toEqual(["hexokit"]);
    const { hexokit } = JSON.parse(complete);
    expect(Object.keys(hexokit)).toEqual(["SessionStart", "PreInvocation", "Stop"]);
    for (const list of Object.values(hexokit))
      expect(list).toEqual([
        { type: "command", command: expect.stringContaining('printf "{}"; set -- antigravity '), timeout: 3 },
      ]);
  });

  it("names the file in the home, whatever the environment says", () => {
    const environment = { XDG_CONFIG_HOME: "/x", GEMINI_CLI_HOME: "/y" };
    expect(antigravityFiles(memoryHost({ environment })).map((file) => file.path)).toEqual([path]);
  });

  it("takes over what an older generation called run-kit, and leaves nothing of it", () => {
    const older = complete.replace('"hexokit"', '"run-kit"');
    expect(inspect(older).statuses).toEqual(["stale"]);
    expect(plan("install", older)).toBe(complete);
    expect(plan("uninstall", older)).toBeUndefined();
    const beside = older.replace("{", '{\n  "mine": { "Stop": [] },');
    expect(Object.keys(JSON.parse(plan("install", beside) ?? ""))).toEqual(["mine", "hexokit"]);
  });

  it("keeps what the user put into the hook of our name", () => {
    const entry = '{ "type": "command", "command": "date" }';
    const text = complete.replace('"SessionStart"', `"PreToolUse": [${entry}],\n    "SessionStart"`);
    expect(JSON.parse(plan("uninstall", text) ?? "")).toEqual({
      hexokit: { PreToolUse: [JSON.parse(entry)] },
    });
  });

  const withTimeout = (timeout: string) =>
    `{"mine": {"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "date", "timeout": ${timeout}}]}]}}`;

  it.each([
    ["a comment", "{ // x\n}", "CONFIG_MALFORMED"],
    ["a trailing comma", '{"mine": {},}', "CONFIG_MALFORMED"],
    ["a byte order mark", '\uFEFF{"mine": {}}', "CONFIG_MALFORMED"],
    ["a byte order mark alone", "\uFEFF", "CONFIG_MALFORMED"],
    ["a marker of some program", '{"version": 1, "mine": {}}', "CONFIG_SHAPE"],
    ["a hook that is a list", '{"mine": []}', "CONFIG_SHAPE"],
    ["a switch that is none", '{"mine": {"enabled": "no"}}', "CONFIG_SHAPE"],
    ["a time-out with a point", withTimeout("5.0"), "CONFIG_SHAPE"],
    ["a time-out in quotes", withTimeout('"5"'), "CONFIG_SHAPE"],
    ["a time-out that is too large", withTimeout("3000000000"), "CONFIG_SHAPE"],
    ["a flat entry with such a time-out", '{"mine": {"Stop": [{"timeout": 0.5}]}}', "CONFIG_SHAPE"],
  ])("refuses %s, for which Antigravity drops the whole file", (_, text, code) => {
    expect(() => plan("install", text)).toThrow(expect.objectContaining({ code }));
    expect(inspect(text).findings).toMatchObject([{ severity: "problem", path }]);
  });

  it("takes ours out of a file that Antigravity drops", () => {
    const text = withTimeout("5.0");
    const broken = (plan("install", withTimeout("5")) ?? "").replace('"timeout": 5}', '"timeout": 5.0}');
    expect(inspect(broken).statuses).toEqual(["disabled"]);
    expect(plan("uninstall", broken)).toBe(text);
  });
});

describe("inspectAntigravity", () => {
  it("reports a complete installation, and none", () => {
    expect(inspect(complete)).toEqual({ statuses: ["installed"], findings: [] });
    for (const text of [undefined, "", "{}", '{"mine": {"enabled": false}}'])
      expect(inspect(text)).toEqual({ statuses: ["missing"], findings: [] });
  });

  it("names the switch when our hook is off, and an install leaves it to the user", () => {
    const off = complete.replace('"SessionStart"', '"enabled": false,\n    "SessionStart"');
    expect(inspect(off)).toMatchObject({ statuses: ["disabled"], findings: [{ severity: "problem", path }] });
    expect(plan("install", off)).toBe(off);
  });
});
