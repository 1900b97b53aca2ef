import type { HostEnvironment } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { copilotFiles } from "./copilot-harness.js";

const files = (environment: HostEnvironment["environment"], realPath = (path: string) => path) =>
  copilotFiles({
    platform: "linux",
    home: "/home/u",
    workingDirectory: "/home/u/project",
    environment,
    realPath,
  }).map(({ role, ownership, path }) => `${role} ${ownership} ${path}`);

describe("copilotFiles", () => {
  it("names a file of our own in the hooks folder", () => {
    expect(files({})).toEqual(["install own /home/u/.copilot/hooks/run-kit.json"]);
    expect(files({ COPILOT_HOME: "" })).toEqual(files({}));
  });

  it("follows COPILOT_HOME and knows the usual place as a former one", () => {
    const former = "former own /home/u/.copilot/hooks/run-kit.json";
    expect(files({ COPILOT_HOME: "/srv/copilot" })).toEqual([
      "install own /srv/copilot/hooks/run-kit.json",
      former,
    ]);
    expect(files({ COPILOT_HOME: "profile" })).toEqual([
      "install own /home/u/project/profile/hooks/run-kit.json",
      former,
    ]);
  });

  it("names the file once when both paths lead to it", () => {
    const linked = (path: string) => path.replace("/srv/copilot", "/home/u/.copilot");
    expect(files({ COPILOT_HOME: "/srv/copilot" }, linked)).toHaveLength(1);
  });
});
