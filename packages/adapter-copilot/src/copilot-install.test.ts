import type { FileSnapshot } from "@hexokit/core";
import { describe, expect, it } from "vitest";
import { copilotEvents } from "./copilot-events.js";
import { emptyHooksFile } from "./copilot-hooks-file.js";
import { inspectCopilot, planCopilot } from "./copilot-install.js";

const forwarder = "$HOME/.local/share/hexokit/rk-hook";
const path = "/home/u/.copilot/hooks/run-kit.json";

function file(text: string | undefined, changes: Partial<FileSnapshot> = {}): FileSnapshot {
  return { path, role: "install", text, symbolicLink: false, ...changes };
}

const plan = (action: "install" | "uninstall", ...files: FileSnapshot[]) =>
  planCopilot({ action, files, forwarder }, copilotEvents);
const complete = plan("install", file(undefined))[0]?.after ?? "";
const installed = () => JSON.parse(complete);
const print = (value: unknown) => JSON.stringify(value, null, 2);

function inspect(text: string | undefined, changes: Partial<FileSnapshot> = {}) {
  const report = inspectCopilot([file(text, changes)], forwarder, copilotEvents);
  return {
    statuses: [...new Set(report.events.map(({ status }) => status))],
    findings: report.findings.map(({ severity }) => severity),
  };
}

const foreign = expect.objectContaining({ code: "FILE_FOREIGN" });

/** What the first HexoKit wrote for Copilot, as far as is known of it: other events and another wrapper. */
const firstGeneration = print({
  version: 1,
  hooks: {
    permissionRequest: [
      {
        type: "command",
        bash: `/bin/sh -c '[ -n "$TMUX_PANE" ] || exit 0; "/usr/local/bin/rk" agent hook --agent copilot waiting 2>/dev/null || true'`,
        timeoutSec: 5,
      },
    ],
  },
});

describe("planCopilot", () => {
  it("makes the whole file: each event once, in seconds, and no permissionRequest", () => {
    const { version, hooks } = installed();
    expect(version).toBe(1);
    expect(Object.keys(hooks)).toEqual(copilotEvents.map(({ name }) => name));
    expect(Object.keys(hooks)).not.toContain("permissionRequest");
    for (const [event, entries] of Object.entries(hooks)) {
      expect(entries).toEqual([
        { type: "command", bash: expect.stringContaining(`set -- copilot ${event};`), timeoutSec: 3 },
      ]);
    }
  });

  it.each([
    ["of the first generation", firstGeneration],
    ["with a changed time-out", complete.replace('"timeoutSec": 3', '"timeoutSec": 30')],
    ["with a key that someone added", complete.replace('"timeoutSec": 3', '"timeoutSec": 3, "cwd": "/"')],
    ["written on one line", JSON.stringify(installed())],
    ["that someone switched off", print({ ...installed(), disableAllHooks: true })],
    ["with a byte order mark", `\uFEFF${complete}`],
    ["of a version that Copilot ignores", print({ ...installed(), version: 2 })],
    ["that was emptied", emptyHooksFile],
    ["without a byte", ""],
  ])("writes a file of ours %s anew", (_, text) => {
    expect(plan("install", file(text))).toEqual([{ path, before: text, after: complete }]);
  });

  it("deletes the whole file, also of the first generation, at both places", () => {
    const former = "/srv/.copilot/hooks/run-kit.json";
    expect(
      plan("uninstall", file(complete), file(firstGeneration, { path: former, role: "former" })),
    ).toEqual([
      { path, before: complete, after: undefined },
      { path: former, before: firstGeneration, after: undefined },
    ]);
    expect(plan("install", file(complete), file(complete, { path: former, role: "former" }))).toEqual([]);
  });

  it("empties it behind a symbolic link, once", () => {
    const linked = file(complete, { symbolicLink: true });
    expect(plan("uninstall", linked)).toEqual([{ path, before: complete, after: emptyHooksFile }]);
    expect(plan("uninstall", { ...linked, text: emptyHooksFile })).toEqual([]);
  });

  it("leaves a file of others alone", () => {
    for (const text of [
      print({ version: 1, hooks: { agentStop: [{ type: "command", bash: "date" }] } }),
      print({ hooks: { agentStop: [{ bash: "date" }] }, note: "mine" }),
      complete.replaceAll("set -- copilot", "set -- claude"),
      `// mine\n${complete}`,
      "[]",
      "prose",
    ]) {
      expect(() => plan("install", file(text)), text).toThrow(foreign);
      expect(plan("uninstall", file(text)), text).toEqual([]);
    }
  });

  it("refuses a file of ours into which someone wrote, rather than take or leave half of it", () => {
    const { version, hooks } = installed();
    for (const mixed of [
      { version, hooks: { ...hooks, preCompact: [{ type: "command", bash: "date" }] } },
      { version, hooks: { ...hooks, agentStop: [...hooks.agentStop, { type: "command", bash: "date" }] } },
      { version, hooks: { ...hooks, agentStop: [{ ...hooks.agentStop[0], powershell: "date" }] } },
      { version, hooks: { ...hooks, agentStop: { bash: "date" } } },
      { version, hooks, note: "mine" },
    ]) {
      for (const action of ["install", "uninstall"] as const)
        expect(() => plan(action, file(print(mixed)))).toThrow(foreign);
    }
  });
});

describe("inspectCopilot", () => {
  it("reports a complete installation, and none", () => {
    expect(inspect(complete)).toEqual({ statuses: ["installed"], findings: [] });
    expect(inspect(undefined)).toEqual({ statuses: ["missing"], findings: [] });
    expect(inspect(emptyHooksFile)).toEqual({ statuses: ["missing"], findings: [] });
  });

  const { version, hooks } = installed();
  it.each([
    ["disabled", print({ version, hooks, disableAllHooks: true }), ["disabled"], ["problem"]],
    ["ignored for its version", print({ version: 2, hooks }), ["stale"], ["problem"]],
    ["ignored for its mark", `\uFEFF${complete}`, ["stale"], ["problem"]],
    ["of the first generation", firstGeneration, ["missing"], ["problem"]],
    ["of another data directory", complete.replaceAll(".local", "old"), ["stale"], []],
    ["of others", print({ hooks: { agentStop: [{ bash: "date" }] } }), ["missing"], ["problem"]],
    ["nothing that Copilot reads", "prose", ["missing"], ["problem"]],
  ])("says that it is %s", (_, text, statuses, findings) => {
    expect(inspect(text)).toEqual({ statuses, findings });
  });

  it("names an event that was changed, or is there twice", () => {
    const statusOf = (change: object) =>
      inspectCopilot(
        [file(print({ version, hooks: { ...hooks, ...change } }))],
        forwarder,
        copilotEvents,
      ).events.find(({ event }) => event === "agentStop")?.status;
    const [entry] = hooks.agentStop;
    expect(statusOf({ agentStop: [entry, entry] })).toBe("duplicate");
    expect(statusOf({ agentStop: [{ ...entry, matcher: "x" }] })).toBe("modified");
    expect(statusOf({ agentStop: hooks.sessionEnd })).toBe("stale");
  });
});
