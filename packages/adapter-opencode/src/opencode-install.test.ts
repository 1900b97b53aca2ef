import { memoryHost } from "@hexokit/adapter-testkit";
import type { FileSnapshot, HarnessFile } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { translator } from "./hook.js";
import { opencodeFiles } from "./opencode-harness.js";
import { inspectOpencode, planOpencode } from "./opencode-install.js";
import { loaderText } from "./opencode-loader.js";

const forwarder = "$HOME/.local/share/hexokit/rk-hook";
const older = loaderText("$HOME/old/hexokit/rk-hook");
const current = loaderText(forwarder);
const path = "/home/user/.config/opencode/plugins/run-kit.js";
const snapshot = (text: string | undefined, role: HarnessFile["role"] = "install"): FileSnapshot => ({
  path: role === "install" ? path : path.replace("plugins", "plugin"),
  role,
  text,
  symbolicLink: false,
});
const plan = (action: "install" | "uninstall", file: FileSnapshot, version?: string) =>
  planOpencode({ action, files: [file], forwarder, ...(version === undefined ? {} : { version }) });
const inspect = (...files: FileSnapshot[]) => {
  const { events, findings } = inspectOpencode(files, forwarder, translator.events);
  return { statuses: [...new Set(events.map(({ status }) => status))], findings };
};

describe("opencodeFiles", () => {
  const files = (environment: Record<string, string>) =>
    opencodeFiles(memoryHost({ environment })).map((file) => `${file.role} ${file.path}`);

  it("installs into the folder that OpenCode reads, and knows those that it may have been in", () => {
    expect(files({})).toEqual([`install ${path}`, `former ${path.replace("plugins", "plugin")}`]);
    expect(files({ XDG_CONFIG_HOME: "relative" })).toEqual(files({}));
    expect(files({ XDG_CONFIG_HOME: "/x" })).toEqual([
      "install /x/opencode/plugins/run-kit.js",
      "former /x/opencode/plugin/run-kit.js",
      `former ${path}`,
      `former ${path.replace("plugins", "plugin")}`,
    ]);
  });
});

describe("planOpencode", () => {
  it("makes, brings up to date and takes out the plugin", () => {
    expect(plan("install", snapshot(undefined))).toEqual([{ path, before: undefined, after: current }]);
    expect(plan("install", snapshot(older))).toEqual([{ path, before: older, after: current }]);
    expect(plan("install", snapshot(current))).toEqual([]);
    expect(plan("uninstall", snapshot(older))).toEqual([{ path, before: older, after: undefined }]);
    expect(plan("uninstall", snapshot(undefined))).toEqual([]);
  });

  it("refuses a plugin that is not ours, by one character", () => {
    for (const text of [`${current} `, "export const Mine = async () => ({});\n"]) {
      expect(() => plan("install", snapshot(text))).toThrow(
        expect.objectContaining({ code: "FILE_FOREIGN" }),
      );
      expect(plan("uninstall", snapshot(text))).toEqual([]);
      expect(inspect(snapshot(text))).toMatchObject({ statuses: ["missing"], findings: [{ path }] });
    }
  });

  it("refuses OpenCode 2, and takes ours out there", () => {
    for (const version of ["2.0.3", "v2.1.0", "opencode 2.0.0-beta.1", "10.0.0"])
      expect(() => plan("install", snapshot(undefined), version)).toThrow(
        expect.objectContaining({ code: "CAPABILITY_UNSUPPORTED" }),
      );
    for (const version of [undefined, "1.18.33", "0.15.2", "1.2.10", "opencode 1.18.33", "?"])
      expect(plan("install", snapshot(undefined), version).length).toBe(1);
    expect(plan("uninstall", snapshot(current), "2.0.3").length).toBe(1);
  });

  it("refuses a data directory whose path would need quoting", () => {
    const request = {
      action: "install",
      files: [snapshot(undefined)],
      forwarder: '/srv/"; evil/rk-hook',
    } as const;
    expect(() => planOpencode(request)).toThrow(expect.objectContaining({ code: "CONFIG_SHAPE" }));
  });

  it("cleans the former places too, and installs into none of them", () => {
    const former = snapshot(current, "former");
    expect(plan("uninstall", former)).toEqual([{ path: former.path, before: current, after: undefined }]);
    expect(plan("install", former)).toEqual([]);
    expect(plan("uninstall", { ...former, text: undefined, problem: "unreadable" })).toEqual([]);
  });
});

describe("inspectOpencode", () => {
  it("tells a current, an older and no installation", () => {
    expect(inspect(snapshot(current))).toEqual({ statuses: ["installed"], findings: [] });
    expect(inspect(snapshot(older))).toEqual({ statuses: ["stale"], findings: [] });
    expect(inspect(snapshot(undefined))).toEqual({ statuses: ["missing"], findings: [] });
  });

  it("notes a second copy, which OpenCode would load as well", () => {
    expect(inspect(snapshot(current), snapshot(current, "former"))).toMatchObject({
      statuses: ["installed"],
      findings: [{ severity: "note" }],
    });
  });
});
