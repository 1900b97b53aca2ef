import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostEnvironment, systemHost, systemProcesses } from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeAppServer, fakeAppServer } from "./codex-fake-app-server.js";
import { complete } from "./codex-installation-samples.js";
import { findingsOf } from "./codex-verify.js";
import { codexAdapter } from "./index.js";

const recorded = JSON.parse(
  readFileSync(new URL("../../../fixtures/codex/0.171.0/trust/hooks-list.json", import.meta.url), "utf8"),
);
const command = JSON.parse(complete).hooks.Stop[0].hooks[0].command;

/** An answer with one hook of ours. */
const answer = (hook: Record<string, unknown>) => ({
  data: [{ hooks: [{ ...recorded.data[0].hooks[0], command, ...hook }], warnings: [], errors: [] }],
});

describe("findingsOf", () => {
  it("passes on what Codex says, and nothing of hooks that are not ours", () => {
    const findings = findingsOf(recorded);
    expect(findings.length).toBe(recorded.data[0].warnings.length);
    expect(new Set(findings.map(({ severity }) => severity))).toEqual(new Set(["note"]));
  });

  it("names our hooks that Codex does not run, in its own word", () => {
    for (const trustStatus of ["untrusted", "modified"])
      expect(findingsOf(answer({ trustStatus }))).toMatchObject([
        { severity: "problem", message: expect.stringContaining(trustStatus) },
      ]);
    expect(findingsOf(answer({ trustStatus: "trusted", enabled: false }))).toMatchObject([
      { message: expect.stringContaining("disabled") },
    ]);
    expect(findingsOf(answer({ trustStatus: "trusted" }))).toEqual([]);
    expect(findingsOf(answer({ trustStatus: "managed" }))).toEqual([]);
  });

  it.each([undefined, null, 7, {}, { data: 7 }, { data: [7, { hooks: 7, warnings: [7], errors: {} }] }])(
    "finds nothing in %j",
    (result) => {
      expect(findingsOf(result)).toEqual([]);
    },
  );
});

describe("verify", () => {
  let home: string;
  let server: FakeAppServer | undefined;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), "hexokit-codex-")));
    mkdirSync(join(home, ".codex"));
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
    rmSync(home, { recursive: true, force: true });
  });
  const verify = async () =>
    await codexAdapter.verify?.(systemHost(hostEnvironment({}, join(home, "p"), home), systemProcesses()));

  it("asks the app-server that runs, for the folder that we are in", async () => {
    server = await fakeAppServer(join(home, ".codex"), ({ id, send }) =>
      send({ id, result: answer({ trustStatus: "untrusted" }) }),
    );
    expect(await verify()).toHaveLength(1);
    expect(server.requests[1]).toMatchObject({ method: "hooks/list", params: { cwds: [join(home, "p")] } });
  });

  it("says nothing where none runs", async () => {
    expect(await verify()).toEqual([]);
  });
});
