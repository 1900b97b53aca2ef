import type { FileSnapshot, HarnessFile } from "@hexokit/core";
import { buildWrapperCommand } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { geminiEvents } from "./gemini-events.js";
import { inspectGemini, planGemini } from "./gemini-install.js";

const forwarder = "$HOME/.local/share/hexokit/rk-hook";
const user = "/home/u/.gemini/settings.json";
const project = "/p/.gemini/settings.json";
const system = "/etc/gemini-cli/settings.json";
const defaults = "/etc/gemini-cli/system-defaults.json";
const trust = "/home/u/.gemini/trustedFolders.json";

const file = (path: string, text: string | undefined, role: HarnessFile["role"] = "read"): FileSnapshot => ({
  path,
  role,
  text,
  symbolicLink: false,
});

const plan = (action: "install" | "uninstall", ...files: FileSnapshot[]) =>
  planGemini({ action, files, forwarder }, geminiEvents);
const complete = plan("install", file(user, undefined, "install"))[0]?.after ?? "";
const withSetting = (setting: string) => complete.replace("{", `{ // mine\n  ${setting},`);
const trusted = '{"/p": "TRUST_FOLDER"}';

/** Files in the order of `geminiFiles`: user, project, system, system's defaults, trusted folders. */
function inspect(texts: Partial<Record<"user" | "project" | "system" | "defaults" | "trust", string>>) {
  const files = [
    file(user, texts.user ?? complete, "install"),
    file(project, texts.project),
    file(system, texts.system),
    file(defaults, texts.defaults),
    file(trust, texts.trust ?? trusted),
  ];
  const report = inspectGemini(files, forwarder, geminiEvents);
  return { statuses: [...new Set(report.events.map(({ status }) => status))], ...report };
}

describe("planGemini", () => {
  it("installs every event with a name and a time-out of 3000 ms, without matchers", () => {
    const { hooks } = JSON.parse(complete);
    expect(Object.keys(hooks)).toEqual(geminiEvents.map(({ name }) => name));
    for (const [event, groups] of Object.entries(hooks)) {
      const command = expect.stringContaining(`set -- gemini ${event};`);
      expect(groups).toEqual([{ hooks: [{ type: "command", command, timeout: 3000, name: "hexokit" }] }]);
    }
  });

  it("keeps comments, and gives back the bytes", () => {
    const text = '// mine\n{\n\t"model": {}, /* } */\n\t"hooks": { // none\n\t}\n}\n';
    const [change] = plan("install", file(user, text, "install"));
    for (const comment of ["// mine", "/* } */", "// none"]) expect(change?.after).toContain(comment);
    expect(plan("uninstall", file(user, change?.after, "install"))[0]?.after).toBe(text);
  });

  it("changes nothing but the file that it installs into, and nothing the second time", () => {
    const changes = plan(
      "install",
      file(user, "{}", "install"),
      file(project, "{}"),
      file("/x/.gemini/settings.json", complete, "former"),
    );
    expect(changes.map(({ path }) => path)).toEqual([user]);
    expect(plan("install", file(user, changes[0]?.after, "install"))).toEqual([]);
  });

  it("cleans the usual place too, and no file that it only reads", () => {
    const changes = plan(
      "uninstall",
      file("/srv/.gemini/settings.json", complete, "install"),
      file(user, complete, "former"),
      file(project, complete),
    );
    expect(changes.map(({ path, after }) => [path, after])).toEqual([
      ["/srv/.gemini/settings.json", undefined],
      [user, undefined],
    ]);
  });

  it.each([
    ["a trailing comma", '{ "a": 1, }'],
    ["a trailing comma before a comment", '{ "a": [1, /* x */] }'],
    ["a byte order mark", "\uFEFF{}"],
    ["a byte order mark alone", "\uFEFF"],
  ])("refuses %s, with which Gemini CLI does not start", (_, text) => {
    expect(() => plan("install", file(user, text, "install"))).toThrow(
      expect.objectContaining({ code: "CONFIG_MALFORMED" }),
    );
  });
});

describe("inspectGemini", () => {
  it("reports a complete installation, and none", () => {
    expect(inspect({})).toMatchObject({ statuses: ["installed"], findings: [] });
    expect(inspect({ user: "{}" }).statuses).toEqual(["missing"]);
  });

  it("calls an entry without our name stale", () => {
    const [command = ""] = /"command": ".*"/.exec(complete) ?? [];
    const unnamed = complete.replace(/,\s*"name": "hexokit"/, "");
    expect(command).not.toBe("");
    expect(inspect({ user: unnamed }).events[0]).toEqual({ event: "SessionStart", status: "stale" });
  });

  const off = '{"hooksConfig": {"enabled": false}}';
  const on = '{"hooksConfig": {"enabled": true}} // on';
  it.each([
    ["the user's", { user: withSetting('"hooksConfig": {"enabled": false}') }, user],
    ["the project's", { project: off }, project],
    ["the system's", { system: off }, system],
    ["the system's defaults", { defaults: off }, defaults],
    ["the system's over the project's", { project: on, system: off }, system],
    [
      "the project's over the user's",
      { user: withSetting('"hooksConfig": {"enabled": true}'), project: off },
      project,
    ],
  ])("names %s settings when they switch hooks off", (_, texts, path) => {
    expect(inspect(texts)).toMatchObject({
      statuses: ["disabled"],
      findings: [{ severity: "problem", path }],
    });
  });

  it.each([
    ["a file of higher rank switches them on again", { project: off, system: on }],
    ["the value is no boolean", { project: '{"hooksConfig": {"enabled": "false"}}' }],
    ["the setting is the older one", { project: '{"hooks": {"enabled": false, "disabled": ["hexokit"]}}' }],
    ["it is another's hook", { project: '{"hooksConfig": {"disabled": ["lint", 7]}}' }],
  ])("does not when %s", (_, texts) => {
    expect(inspect(texts).statuses).toEqual(["installed"]);
  });

  it("finds single hooks that /hooks switched off: by name, or by the command with the home written out", () => {
    const byName = { project: '{"hooksConfig": {"disabled": ["hexokit"]}}' };
    expect(inspect(byName)).toMatchObject({ statuses: ["disabled"], findings: [{ path: project }] });
    const command = buildWrapperCommand({
      provider: "gemini",
      event: "AfterTool",
      forwarder: forwarder.replace("$HOME", "/home/u"),
    });
    const report = inspect({ system: JSON.stringify({ hooksConfig: { disabled: [command] } }) });
    expect(report.events.filter(({ status }) => status === "disabled")).toEqual([
      { event: "AfterTool", status: "disabled" },
    ]);
  });

  it("tells that a folder is not trusted, or not yet", () => {
    expect(inspect({ trust: '{"/p": "DO_NOT_TRUST"}' })).toMatchObject({
      statuses: ["untrusted"],
      findings: [{ severity: "problem", path: trust }],
    });
    expect(inspect({ trust: '{"/": "DO_NOT_TRUST", "/p": "TRUST_FOLDER"}' }).statuses).toEqual(["installed"]);
    expect(inspect({ trust: '{"/p/x": "DO_NOT_TRUST"}' })).toMatchObject({
      statuses: ["installed"],
      findings: [{ severity: "note" }],
    });
    expect(inspect({ trust: '{"/p/x": "TRUST_PARENT" /* all */}' }).findings).toEqual([]);
    const open = withSetting('"security": {"folderTrust": {"enabled": false}}');
    expect(inspect({ user: open, trust: '{"/p": "DO_NOT_TRUST"}' }).statuses).toEqual(["installed"]);
    const selfTrust = '{"security": {"folderTrust": {"enabled": false}}}';
    expect(inspect({ project: selfTrust, trust: '{"/p": "DO_NOT_TRUST"}' }).statuses).toEqual(["untrusted"]);
  });

  it.each([
    ["an empty file", { user: "" }, user],
    ["a byte order mark", { user: `\uFEFF${complete}` }, user],
    ["a trailing comma", { user: "{ // x\n}," }, user],
    ["a broken project file", { project: '{"a": 1,}' }, project],
    ["a broken list of trusted folders", { trust: "{" }, trust],
  ])("says that Gemini CLI does not start with %s", (_, texts, path) => {
    const problems = inspect(texts).findings.filter(({ severity }) => severity === "problem");
    expect(problems).toMatchObject([{ path }]);
  });

  it("leaves missing events missing when hooks are off or the folder is not trusted", () => {
    expect(inspect({ user: off, trust: '{"/p": "DO_NOT_TRUST"}' }).statuses).toEqual(["missing"]);
  });
});
