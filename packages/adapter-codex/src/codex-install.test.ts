import type { FileSnapshot } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { codexEvents } from "./codex-events.js";
import { handlersIn } from "./codex-hooks-file.js";
import { inspectCodex } from "./codex-install.js";
import {
  complete,
  configPath,
  file,
  forwarder,
  hooksPath,
  inspect,
  installInto,
  plan,
  trusting,
  uninstallFrom,
  userFile,
  userGroup,
} from "./codex-installation-samples.js";

describe("planCodex", () => {
  it("installs every event, without matchers, with a time-out of 3 s, and nothing at the root but hooks", () => {
    const root = JSON.parse(complete);
    expect(Object.keys(root)).toEqual(["hooks"]);
    expect(Object.keys(root.hooks)).toEqual(codexEvents.map(({ name }) => name));
    for (const [event, groups] of Object.entries(root.hooks))
      expect(groups).toEqual([
        {
          hooks: [
            { type: "command", command: expect.stringContaining(`set -- codex ${event};`), timeout: 3 },
          ],
        },
      ]);
  });

  it("appends behind the user's groups, so that their trust keys stay", () => {
    const before = userFile({ Stop: [userGroup("date")], PreToolUse: [userGroup("a"), userGroup("b")] });
    const theirs = (text: string) =>
      handlersIn(text)
        .filter(({ isOurs }) => !isOurs)
        .map(({ event, group, index }) => `${event}:${group}:${index}`);
    expect(theirs(installInto(before))).toEqual(theirs(before));
    expect(uninstallFrom(installInto(before))[0]?.after).toBe(before);
  });

  it.each([
    ["a byte order mark", "\uFEFF{}", "CONFIG_MALFORMED"],
    ["a byte order mark alone", "\uFEFF", "CONFIG_MALFORMED"],
    ["a trailing comma", '{"hooks": {},}', "CONFIG_MALFORMED"],
    ["a comment", '{"hooks": {}} // mine', "CONFIG_MALFORMED"],
    ["a duplicate event", '{"hooks": {"Stop": [], "Stop": []}}', "CONFIG_MALFORMED"],
    ["no object", "[]", "CONFIG_SHAPE"],
    ["a version at the root", '{"version": 1, "hooks": {}}', "CONFIG_SHAPE"],
    ["a schema at the root", '{"$schema": "x", "hooks": {}}', "CONFIG_SHAPE"],
    ["a description that is no text", '{"description": 7}', "CONFIG_SHAPE"],
    ["hooks that are null", '{"hooks": null}', "CONFIG_SHAPE"],
    ["groups that are no list", '{"hooks": {"Stop": {}}}', "CONFIG_SHAPE"],
    ["a group that is no object", '{"hooks": {"Stop": [7]}}', "CONFIG_SHAPE"],
    ["a matcher that is no text", '{"hooks": {"Stop": [{"matcher": 7, "hooks": []}]}}', "CONFIG_SHAPE"],
    ["handlers that are null", '{"hooks": {"Stop": [{"hooks": null}]}}', "CONFIG_SHAPE"],
    ["handlers that are no list", '{"hooks": {"Stop": [{"hooks": {}}]}}', "CONFIG_SHAPE"],
    ["a handler that is no object", '{"hooks": {"Stop": [{"hooks": [7]}]}}', "CONFIG_SHAPE"],
    ...[
      { type: "http", url: "x" },
      { command: "x" },
      { type: null, command: "x" },
      { type: "command" },
      { type: "command", command: 7 },
      { type: "command", command: "x", async: "yes" },
      { type: "command", command: "x", async: null },
      { type: "command", command: "x", statusMessage: 7 },
      { type: "command", command: "x", commandWindows: 7 },
      { type: "command", command: "x", additionalContextLimit: "x" },
      { type: "mcp_tool", server: "a" },
      { type: "mcp_tool", server: "a", tool: "b", timeout: "x" },
    ].map((handler) => [
      `the handler ${JSON.stringify(handler)}`,
      userFile({ Stop: [{ hooks: [handler] }] }),
      "CONFIG_SHAPE",
    ]),
    ...["1.5", "3.0", "1e1", '"3"', "-1", "true", "18446744073709551616", "18446744073709551615"].map(
      (timeout) => [
        `the time-out ${timeout}`,
        `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": ${timeout}}]}]}}`,
        "CONFIG_SHAPE",
      ],
    ),
  ])("refuses what Codex would refuse: %s", (_, text, code) => {
    expect(() => installInto(text)).toThrow(
      expect.objectContaining({
        code,
        hint: expect.any(String),
        fields: expect.objectContaining({ path: hooksPath }),
      }),
    );
    expect(inspect(text, undefined).findings).toContainEqual(
      expect.objectContaining({ severity: "problem", path: hooksPath }),
    );
  });

  it.each([
    ["nothing", ""],
    ["an empty object", "{}"],
    ["a description", '{"description": "mine"}'],
    [
      "an event that it does not know",
      '{"hooks": {"StopFailure": 7, "Later": [{"hooks": [{"type": "http"}]}]}}',
    ],
    [
      "members that it does not know",
      userFile({ Stop: [{ id: 1, hooks: [{ type: "command", command: "x", id: "a", timeout: null }] }] }),
    ],
    ["a description that is null", '{"description": null}'],
    ["a group without handlers", '{"hooks": {"Stop": [{}]}}'],
    ["a matcher that is null", '{"hooks": {"Stop": [{"matcher": null, "hooks": []}]}}'],
    [
      "other kinds of handler",
      userFile({
        Stop: [
          {
            hooks: [
              { type: "prompt", timeout: "x" },
              { type: "agent" },
              { type: "mcp_tool", server: "a", tool: "b" },
            ],
          },
        ],
      }),
    ],
    ["an empty command", userFile({ Stop: [userGroup("")] })],
    ["a matcher that is no regular expression", userFile({ Stop: [{ ...userGroup("x"), matcher: "[" }] })],
  ])("installs into what Codex takes: %s", (_, text) => {
    expect(inspect(installInto(text), undefined).statuses).toEqual(["untrusted"]);
  });

  it("takes ours out of a file that Codex refuses: to clean up is always right", () => {
    const broken = complete.replace("{", '{\n  "version": 1,');
    expect(uninstallFrom(broken)[0]?.after).toBe('{\n  "version": 1\n}\n');
  });

  it("never writes the user's trust", () => {
    const changes = plan("install", file(hooksPath, "{}"), file(configPath, trusting(complete), "read"));
    expect(changes.map(({ path }) => path)).toEqual([hooksPath]);
  });
});

describe("inspectCodex", () => {
  it("says of every event whether it is trusted, and what to do", () => {
    expect(inspect(complete, trusting(complete))).toMatchObject({ statuses: ["installed"], findings: [] });
    expect(inspect(complete, undefined)).toMatchObject({
      statuses: ["untrusted"],
      findings: [{ severity: "problem", path: hooksPath, hint: expect.stringContaining("/hooks") }],
    });
    expect(inspect(undefined, trusting(complete))).toMatchObject({ statuses: ["missing"], findings: [] });
    const disabled = trusting(complete).replace(/(:stop:0:0"\]\n)/, "$1enabled = false\n");
    expect(inspect(complete, disabled).statusOf("Stop")).toBe("disabled");
    expect(inspect(complete, disabled).statusOf("Interrupt")).toBe("installed");
  });

  it("finds ours behind the user's groups", () => {
    const text = installInto(userFile({ Stop: [userGroup("a"), userGroup("b")] }));
    expect(inspect(text, trusting(text)).statuses).toEqual(["installed"]);
    // A key for the first position says nothing of the third.
    expect(inspect(text, trusting(complete)).statusOf("Stop")).toBe("untrusted");
  });

  it("says that trust is unknown when config.toml is malformed or unreadable", () => {
    expect(inspect(complete, "[hooks")).toMatchObject({
      statuses: ["installed"],
      findings: [{ severity: "problem", path: configPath, message: expect.stringContaining("unknown") }],
    });
    const unreadable: FileSnapshot = { ...file(configPath, undefined, "read"), problem: "unreadable" };
    const report = inspectCodex([file(hooksPath, complete), unreadable], forwarder, codexEvents);
    expect(report.findings).toMatchObject([{ severity: "problem", path: configPath }]);
    expect(inspect(undefined, "[hooks").findings).toEqual([]);
  });

  it("says when Codex runs nothing at all: a refused file, hooks switched off", () => {
    const refused = complete.replace("{", '{\n  "version": 1,');
    expect(inspect(refused, trusting(complete))).toMatchObject({
      statuses: ["disabled"],
      findings: [{ severity: "problem", path: hooksPath }],
    });
    expect(inspect(complete, `${trusting(complete)}\n[features]\nhooks = false\n`)).toMatchObject({
      statuses: ["disabled"],
      findings: [{ severity: "problem", path: configPath }],
    });
    expect(inspect(complete, `${trusting(complete)}\n[features]\nhooks = true\n`).statuses).toEqual([
      "installed",
    ]);
  });

  it("names the user's hooks that an uninstall would cost their trust", () => {
    const behind = JSON.parse(complete);
    behind.hooks.Stop.push(userGroup("date"));
    const text = JSON.stringify(behind);
    expect(inspect(text, trusting(text)).findings).toMatchObject([
      { severity: "note", message: expect.stringContaining("Stop") },
    ]);
    const before = installInto(userFile({ Stop: [userGroup("date")] }));
    expect(inspect(before, trusting(before)).findings).toEqual([]);
  });

  it("notes hooks in config.toml beside those of the file", () => {
    const config = `[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "date"\n\n${trusting(complete)}`;
    expect(inspect(complete, config)).toMatchObject({
      statuses: ["installed"],
      findings: [{ severity: "note", path: configPath }],
    });
  });
});
