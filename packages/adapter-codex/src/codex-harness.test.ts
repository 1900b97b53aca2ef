import { memoryHost } from "@hexokit/adapter-testkit";
import type { HostEnvironment } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { codexFiles } from "./codex-harness.js";

const host = (change: Partial<HostEnvironment> = {}): HostEnvironment => ({
  ...memoryHost({ home: "/home/u" }),
  ...change,
});
const files = (change?: Partial<HostEnvironment>) =>
  codexFiles(host(change)).map(({ role, path }) => `${role} ${path}`);

describe("codexFiles", () => {
  it("installs into the usual home and reads its trust", () => {
    expect(files()).toEqual(["install /home/u/.codex/hooks.json", "read /home/u/.codex/config.toml"]);
  });

  it("follows CODEX_HOME, resolved as Codex names it, and knows the usual place as a former one", () => {
    const realPath = (path: string) => path.replace("/srv/codex", "/data/codex");
    expect(files({ environment: { CODEX_HOME: "/srv/codex" }, realPath })).toEqual([
      "install /data/codex/hooks.json",
      "former /home/u/.codex/hooks.json",
      "read /data/codex/config.toml",
      "read /srv/codex/config.toml",
    ]);
    expect(files({ environment: { CODEX_HOME: "profile" } })[0]).toBe(
      "install /home/u/project/profile/hooks.json",
    );
    expect(files({ environment: { CODEX_HOME: "" } })[0]).toBe("install /home/u/.codex/hooks.json");
  });

  it("names a symlinked usual home as it is written, and knows no former place where both are one", () => {
    const realPath = (path: string) => path.replace("/home/u/.codex", "/data/codex");
    expect(files({ realPath })).toEqual([
      "install /home/u/.codex/hooks.json",
      "read /home/u/.codex/config.toml",
      "read /data/codex/config.toml",
    ]);
    expect(files({ realPath, environment: { CODEX_HOME: "/home/u/.codex" } })[0]).toBe(
      "install /data/codex/hooks.json",
    );
    expect(files({ realPath, environment: { CODEX_HOME: "/home/u/.codex" } })).not.toContain(
      "former /home/u/.codex/hooks.json",
    );
  });
});
