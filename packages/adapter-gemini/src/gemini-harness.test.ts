import { memoryHost } from "@hexokit/adapter-testkit";
import type { HostEnvironment } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { geminiFiles } from "./gemini-harness.js";

const host = (change: Partial<HostEnvironment> = {}): HostEnvironment => ({
  ...memoryHost({ home: "/home/u" }),
  ...change,
});
const files = (change?: Partial<HostEnvironment>) =>
  geminiFiles(host(change)).map(({ role, path }) => `${role} ${path}`);

describe("geminiFiles", () => {
  it("installs into the user's settings and reads what can keep hooks from running", () => {
    expect(files()).toEqual([
      "install /home/u/.gemini/settings.json",
      "read /home/u/project/.gemini/settings.json",
      "read /etc/gemini-cli/settings.json",
      "read /etc/gemini-cli/system-defaults.json",
      "read /home/u/.gemini/trustedFolders.json",
    ]);
  });

  it("follows GEMINI_CLI_HOME and knows the usual place as a former one", () => {
    const moved = files({ environment: { GEMINI_CLI_HOME: "/srv/g" } });
    expect(moved.slice(0, 2)).toEqual([
      "install /srv/g/.gemini/settings.json",
      "former /home/u/.gemini/settings.json",
    ]);
    expect(moved.at(-1)).toBe("read /srv/g/.gemini/trustedFolders.json");
    expect(files({ environment: { GEMINI_CLI_HOME: "g" } })[0]).toBe(
      "install /home/u/project/g/.gemini/settings.json",
    );
    expect(files({ environment: { GEMINI_CLI_HOME: "" } })[0]).toBe("install /home/u/.gemini/settings.json");
  });

  it("reads the system's files where the environment says they are", () => {
    const environment = {
      GEMINI_CLI_SYSTEM_SETTINGS_PATH: "/srv/system.json",
      GEMINI_CLI_TRUSTED_FOLDERS_PATH: "/srv/trustedFolders.json",
    };
    expect(files({ environment }).slice(2)).toEqual([
      "read /srv/system.json",
      "read /srv/system-defaults.json",
      "read /srv/trustedFolders.json",
    ]);
    expect(files({ platform: "darwin" })[2]).toBe(
      "read /Library/Application Support/GeminiCli/settings.json",
    );
  });

  it("names a file once, also when two paths lead to it", () => {
    expect(files({ workingDirectory: "/home/u" })[1]).toBe("read /etc/gemini-cli/settings.json");
    const linked = (path: string) => path.replace("/srv/g", "/home/u");
    expect(files({ environment: { GEMINI_CLI_HOME: "/srv/g" }, realPath: linked })[1]).toBe(
      "read /home/u/project/.gemini/settings.json",
    );
  });
});
