import { memoryHost } from "@hexokit/adapter-testkit";
import { describe, expect, it } from "vitest";
import { kimiAdapter } from "./index.js";
import { findingsOf, verifyKimi } from "./kimi-verify.js";

describe("Kimi Code's files", () => {
  const places = (environment: Record<string, string>, links = {}) =>
    kimiAdapter.files(memoryHost({ environment, links })).map(({ path, role }) => `${role} ${path}`);

  it("are in ~/.kimi-code, or where KIMI_CODE_HOME says, with the usual place as a former one", () => {
    const usual = "/home/user/.kimi-code/config.toml";
    expect(places({})).toEqual([`install ${usual}`]);
    expect(places({ KIMI_CODE_HOME: "" })).toEqual([`install ${usual}`]);
    expect(places({ KIMI_CODE_HOME: "/k" })).toEqual(["install /k/config.toml", `former ${usual}`]);
    expect(places({ KIMI_CODE_HOME: "k" })).toEqual([
      "install /home/user/project/k/config.toml",
      `former ${usual}`,
    ]);
    expect(places({ KIMI_CODE_HOME: "/k" }, { "/k": "/home/user/.kimi-code" })).toEqual([
      "install /k/config.toml",
    ]);
  });
});

describe("kimi doctor", () => {
  const failed =
    "Kimi doctor found 1 issue.\n\nERROR config.toml  /home/user/.kimi-code/config.toml\n  hooks[0].event: Invalid option\n";

  it("is a problem when it finds one", async () => {
    const run = async (program: string, words: readonly string[]) => {
      expect([program, ...words]).toEqual(["kimi", "doctor", "config"]);
      return { status: 1, output: failed };
    };
    const findings = await verifyKimi({ ...memoryHost(), run });
    expect(findings).toMatchObject([{ severity: "problem" }]);
    expect(findings[0]?.message).toContain("hooks[0].event: Invalid option");
  });

  it("is nothing where it finds nothing, is not there, or is another program's", async () => {
    expect(findingsOf(0, "Kimi doctor\n\nOK config.toml\n")).toEqual([]);
    expect(findingsOf(1, "error: unknown command 'doctor'\n")).toEqual([]);
    expect(await verifyKimi({ ...memoryHost(), run: async () => undefined })).toEqual([]);
    expect(await verifyKimi(memoryHost())).toEqual([]);
    const marked = memoryHost({ files: { "/home/user/.kimi-code/config.toml": "\uFEFFa = 1\n" } });
    expect(await verifyKimi({ ...marked, run: async () => ({ status: 1, output: failed }) })).toEqual([]);
  });
});
