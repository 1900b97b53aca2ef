import type { FileSnapshot, HarnessFile } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { claudeEvents } from "./claude-events.js";
import { inspectClaude, planClaude } from "./claude-install.js";

const forwarder = "$HOME/.local/share/hexokit/rk-hook";
const user = "/home/u/.claude/settings.json";
const project = "/p/.claude/settings.json";
const local = "/p/.claude/settings.local.json";
const managed = "/etc/claude-code/managed-settings.json";

const file = (path: string, text: string | undefined, role: HarnessFile["role"] = "read"): FileSnapshot => ({
  path,
  role,
  text,
  symbolicLink: false,
});

const plan = (action: "install" | "uninstall", ...files: FileSnapshot[]) =>
  planClaude({ action, files, forwarder }, claudeEvents);
const complete = plan("install", file(user, undefined, "install"))[0]?.after ?? "";
const withSetting = (setting: string) => complete.replace("{", `{\n  ${setting},`);

/** Files in the order of `claudeFiles`: user, project, local, managed. */
function inspect(texts: { user?: string; project?: string; local?: string; managed?: string }) {
  const files = [
    file(user, texts.user ?? complete, "install"),
    file(project, texts.project),
    file(local, texts.local),
    file(managed, texts.managed),
  ];
  const report = inspectClaude(files, forwarder, claudeEvents);
  return { statuses: [...new Set(report.events.map(({ status }) => status))], findings: report.findings };
}

describe("planClaude", () => {
  it("installs every event, without matchers, with a time-out of 3 s", () => {
    const { hooks } = JSON.parse(complete);
    expect(Object.keys(hooks)).toEqual(claudeEvents.map(({ name }) => name));
    for (const [event, groups] of Object.entries(hooks)) {
      expect(groups).toEqual([
        {
          hooks: [
            { type: "command", command: expect.stringContaining(`set -- claude ${event};`), timeout: 3 },
          ],
        },
      ]);
    }
  });

  it("changes nothing but the file that it installs into, and nothing the second time", () => {
    const changes = plan(
      "install",
      file(user, "{}", "install"),
      file(project, "{}"),
      file("/x/settings.json", complete, "former"),
    );
    expect(changes.map(({ path }) => path)).toEqual([user]);
    expect(plan("install", file(user, changes[0]?.after, "install"))).toEqual([]);
  });

  it("cleans the usual place too, and no file that it only reads", () => {
    const changes = plan(
      "uninstall",
      file("/srv/settings.json", complete, "install"),
      file(user, complete, "former"),
      file(project, complete),
    );
    expect(changes.map(({ path, after }) => [path, after])).toEqual([
      ["/srv/settings.json", undefined],
      [user, undefined],
    ]);
  });

  it("passes over a former place that cannot be read", () => {
    const unreadable: FileSnapshot = { ...file(user, undefined, "former"), problem: "unreadable" };
    expect(plan("uninstall", file("/srv/settings.json", "{}", "install"), unreadable)).toEqual([]);
  });

  it("refuses comments, which make Claude Code ignore the whole file", () => {
    expect(() => plan("install", file(user, "{ // x\n}", "install"))).toThrow(
      expect.objectContaining({ code: "CONFIG_MALFORMED" }),
    );
  });
});

describe("inspectClaude", () => {
  it("reports a complete installation, and none", () => {
    expect(inspect({})).toEqual({ statuses: ["installed"], findings: [] });
    expect(inspect({ user: "{}" }).statuses).toEqual(["missing"]);
  });

  const off = '{"disableAllHooks": true}';
  const on = '{"disableAllHooks": false}';
  it.each([
    ["the user's", { user: withSetting('"disableAllHooks": true') }, user],
    ["the project's", { project: off }, project],
    ["the local", { local: off }, local],
    ["the managed", { managed: off }, managed],
    ["the local over the project's", { project: on, local: off }, local],
    ["the managed over the local", { local: on, managed: off }, managed],
    ["the managed (only theirs)", { managed: '{"allowManagedHooksOnly": true}' }, managed],
  ])("names %s settings when they switch hooks off", (_, texts, path) => {
    expect(inspect(texts)).toMatchObject({
      statuses: ["disabled"],
      findings: [{ severity: "problem", path }],
    });
  });

  it.each([
    [
      "a file of higher rank switches them on again",
      { user: withSetting('"disableAllHooks": true'), local: on },
    ],
    ["only managed settings may allow theirs alone", { project: '{"allowManagedHooksOnly": true}' }],
    ["the value is no boolean", { project: '{"disableAllHooks": "true"}' }],
  ])("does not when %s", (_, texts) => {
    expect(inspect(texts).statuses).toEqual(["installed"]);
  });

  it("leaves missing events missing when hooks are off", () => {
    expect(inspect({ user: off }).statuses).toEqual(["missing"]);
  });

  it("notes a settings file that Claude Code ignores", () => {
    expect(inspect({ project: '{"disableAllHooks": true,}' })).toMatchObject({
      statuses: ["installed"],
      findings: [{ severity: "note", path: project }],
    });
    expect(inspect({ user: "{ // x\n}" })).toMatchObject({
      statuses: ["missing"],
      findings: [{ severity: "problem", path: user }],
    });
  });
});
