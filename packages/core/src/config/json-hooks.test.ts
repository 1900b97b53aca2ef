import { describe, expect, it } from "vitest";
import { HexoError } from "../errors.js";
import { buildWrapperCommand } from "../forwarder/wrapper-command.js";
import { planJsonHooks } from "./json-hooks.js";
import type { JsonHooksTarget } from "./json-hooks-entries.js";
import { inspectJsonHooks } from "./json-hooks-inspect.js";

const forwarder = "$HOME/.local/share/hexokit/rk-hook";
const target: JsonHooksTarget = {
  provider: "claude",
  events: [
    { name: "PreToolUse", timeout: 3 },
    { name: "Stop", timeout: 3 },
  ],
  forwarder,
};
const command = (event: string, path = forwarder, provider = "claude") =>
  buildWrapperCommand({ provider, event, forwarder: path });
const ours = (event: string, path?: string) => ({
  type: "command",
  command: command(event, path),
  timeout: 3,
});
const theirs = { type: "command", command: "echo done" };
const original = {
  type: "command",
  command: `/bin/sh -c '[ -n "$TMUX_PANE" ] || exit 0; "/usr/bin/rk" agent hook --agent claude idle 2>/dev/null || true'`,
};

const snapshot = (text: string | undefined, symbolicLink = false) => ({
  path: "settings.json",
  text,
  symbolicLink,
});
function apply(
  action: "install" | "uninstall",
  text: string | undefined,
  which = target,
  link = false,
): string | undefined {
  const change = planJsonHooks(action, snapshot(text, link), which);
  return change === undefined ? text : change.after;
}
const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const installed = (value: unknown) => JSON.parse(apply("install", pretty(value)) ?? "");
const statuses = (text: string) =>
  inspectJsonHooks(snapshot(text), target).events.map(({ status }) => status);
function code(text: string, action: "install" | "uninstall" = "install"): string {
  try {
    planJsonHooks(action, snapshot(text), target);
  } catch (error) {
    if (HexoError.isInstance(error)) return `${error.code} ${error.fields.where ?? ""}`.trim();
    throw error;
  }
  return "accepted";
}

describe("planJsonHooks: files", () => {
  it("makes a missing file and takes it away again", () => {
    const made = apply("install", undefined);
    expect(made).toBe(
      pretty({ hooks: { PreToolUse: [{ hooks: [ours("PreToolUse")] }], Stop: [{ hooks: [ours("Stop")] }] } }),
    );
    expect(apply("uninstall", made)).toBeUndefined();
    expect(planJsonHooks("uninstall", snapshot(undefined), target)).toBeUndefined();
  });

  it("empties a file that is a symbolic link instead of deleting it", () => {
    expect(apply("uninstall", apply("install", undefined), target, true)).toBe("{}\n");
  });

  it.each(["", "\n", " \r\n ", "\uFEFF"])("fills a blank file (%j) and empties it again", (text) => {
    const made = apply("install", text);
    expect(made?.startsWith(text)).toBe(true);
    expect(apply("uninstall", made)).toBe(text);
  });

  it("keeps indentation, line ends and what is missing at the end", () => {
    const text = '\uFEFF{\r\n\t"model": "x"\r\n}';
    const made = apply("install", text) ?? "";
    expect(
      made.startsWith('\uFEFF{\r\n\t"model": "x",\r\n\t"hooks": {\r\n\t\t"PreToolUse": [\r\n\t\t\t{\r\n'),
    ).toBe(true);
    expect(made.endsWith("\r\n\t}\r\n}")).toBe(true);
    expect(made.replaceAll("\r\n", "")).not.toContain("\n");
    expect(apply("uninstall", made)).toBe(text);
  });

  it("stays on one line in a file of one line", () => {
    const text = '{"model":"x","hooks":{"Stop":[{"hooks":[{"type":"command","command":"echo done"}]}]}}';
    const made = apply("install", text) ?? "";
    expect(made).not.toContain("\n");
    expect(made.startsWith(text.slice(0, -4))).toBe(true);
    expect(apply("uninstall", made)).toBe(text);
  });

  it.each(["{}", "{ }\n", '{\n  "hooks": {}\n}\n', '{\n  "hooks": {\n    "Stop": [ ]\n  }\n}\n', "{\n\n}\n"])(
    "leaves an empty container of the user's behind: %j",
    (text) => {
      expect(apply("uninstall", apply("install", text))).toBe(text);
    },
  );
});

describe("planJsonHooks: what is ours", () => {
  it("appends behind the user's groups", () => {
    const result = installed({
      hooks: { Stop: [{ matcher: "", hooks: [theirs] }], Other: [{ hooks: [theirs] }] },
    });
    expect(result.hooks.Stop).toEqual([{ matcher: "", hooks: [theirs] }, { hooks: [ours("Stop")] }]);
    expect(Object.keys(result.hooks)).toEqual(["Stop", "Other", "PreToolUse"]);
  });

  it("leaves a user's hook in our group", () => {
    const text = pretty({ hooks: { Stop: [{ hooks: [theirs, ours("Stop"), theirs] }] } });
    expect(apply("uninstall", text)).toBe(pretty({ hooks: { Stop: [{ hooks: [theirs, theirs] }] } }));
  });

  it("takes a group that held nothing else", () => {
    const text = pretty({ hooks: { Stop: [{ hooks: [theirs] }, { matcher: "*", hooks: [ours("Stop")] }] } });
    expect(apply("uninstall", text)).toBe(pretty({ hooks: { Stop: [{ hooks: [theirs] }] } }));
  });

  it.each([
    ["merely contains our name", { ...theirs, command: "/opt/hexokit/rk-hook claude Stop" }],
    ["was edited by hand", { ...ours("Stop"), command: `${command("Stop")} # mine` }],
    [
      "calls us with something more",
      { ...ours("Stop"), command: command("Stop").replace("set --", "echo; set --") },
    ],
    ["is another harness's", { ...ours("Stop"), command: command("Stop", forwarder, "codex") }],
    ["is no command", { ...ours("Stop"), type: "prompt" }],
  ])("does not touch an entry that %s", (_, entry) => {
    const text = pretty({ hooks: { Stop: [{ hooks: [entry] }] } });
    expect(apply("uninstall", text)).toBe(text);
    expect(JSON.parse(apply("install", text) ?? "").hooks.Stop).toEqual([
      { hooks: [entry] },
      { hooks: [ours("Stop")] },
    ]);
  });

  it("keeps the first of two and takes the other", () => {
    const result = installed({
      hooks: { Stop: [{ hooks: [ours("Stop"), theirs] }, { hooks: [ours("Stop")] }] },
    });
    expect(result.hooks.Stop).toEqual([{ hooks: [ours("Stop"), theirs] }]);
  });

  it.each([
    ["another directory", ours("Stop", "/srv/hexokit/rk-hook")],
    ["another event", ours("SubagentStop")],
    ["the original generation", { ...original, timeout: 3 }],
    ["another time-out", { ...ours("Stop"), timeout: 60 }],
  ])("brings an entry of %s up to date in its place", (_, old) => {
    const text = pretty({
      hooks: {
        Stop: [{ hooks: [old, theirs] }, { hooks: [theirs] }],
        PreToolUse: [{ hooks: [ours("PreToolUse")] }],
      },
    });
    const after = pretty({
      hooks: {
        Stop: [{ hooks: [ours("Stop"), theirs] }, { hooks: [theirs] }],
        PreToolUse: [{ hooks: [ours("PreToolUse")] }],
      },
    });
    expect(apply("install", text)).toBe(after);
  });

  it("gives an entry without a time-out ours", () => {
    expect(installed({ hooks: { Stop: [{ hooks: [original] }] } }).hooks.Stop).toEqual([
      { hooks: [ours("Stop")] },
    ]);
  });

  it("moves an entry out of a group that narrows the event", () => {
    const result = installed({
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [theirs, ours("PreToolUse")] }] },
    });
    expect(result.hooks.PreToolUse).toEqual([
      { matcher: "Bash", hooks: [theirs] },
      { hooks: [ours("PreToolUse")] },
    ]);
  });

  it("takes an entry from an event that is no longer installed", () => {
    expect(
      installed({ hooks: { Retired: [{ hooks: [ours("Retired")] }], Stop: [] } }).hooks.Retired,
    ).toBeUndefined();
  });

  it("plans nothing the second time", () => {
    expect(planJsonHooks("install", snapshot(apply("install", "{}")), target)).toBeUndefined();
  });
});

describe("planJsonHooks: refusals", () => {
  it.each([
    ["[]", "CONFIG_SHAPE"],
    ['"text"', "CONFIG_SHAPE"],
    ['{"hooks": []}', "CONFIG_SHAPE hooks"],
    ['{"hooks": null}', "CONFIG_SHAPE hooks"],
    ['{"hooks": {"Stop": {}}}', "CONFIG_SHAPE hooks.Stop"],
    ['{"hooks": {"Stop": [{}, "x"]}}', "CONFIG_SHAPE hooks.Stop[1]"],
    ['{"hooks": {}, "hooks": {}}', "CONFIG_MALFORMED"],
    ['{"hooks": {},}', "CONFIG_MALFORMED"],
    ["{", "CONFIG_MALFORMED"],
    ["\u00a0", "CONFIG_MALFORMED"],
  ])("%s: %s", (text, expected) => {
    expect(code(text)).toBe(expected);
    expect(code(text, "uninstall")).toBe(expected);
  });
});

describe("inspectJsonHooks", () => {
  it.each([
    ["missing", {}, ["missing", "missing"]],
    [
      "complete",
      { PreToolUse: [{ hooks: [ours("PreToolUse")] }], Stop: [{ hooks: [ours("Stop")] }] },
      ["installed", "installed"],
    ],
    ["twice", { Stop: [{ hooks: [ours("Stop"), ours("Stop")] }] }, ["missing", "duplicate"]],
    ["another directory", { Stop: [{ hooks: [ours("Stop", "/srv/rk-hook")] }] }, ["missing", "stale"]],
    ["the wrong event", { Stop: [{ hooks: [ours("PreToolUse")] }] }, ["missing", "stale"]],
    ["narrowed", { PreToolUse: [{ matcher: "Bash", hooks: [ours("PreToolUse")] }] }, ["stale", "missing"]],
    ["changed", { Stop: [{ hooks: [{ ...ours("Stop"), async: true }] }] }, ["missing", "modified"]],
  ])("%s", (_, hooks, expected) => {
    expect(statuses(pretty({ hooks }))).toEqual(expected);
  });

  it("reports what it cannot read instead of throwing", () => {
    const report = inspectJsonHooks(snapshot('{"hooks": 1}'), target);
    expect(report.events.map(({ status }) => status)).toEqual(["missing", "missing"]);
    expect(report.findings).toMatchObject([{ severity: "problem", path: "settings.json" }]);
    expect(inspectJsonHooks({ ...snapshot(undefined), problem: "unreadable" }, target).findings).toHaveLength(
      1,
    );
  });

  it("reports an entry under an event that is not installed", () => {
    const report = inspectJsonHooks(
      snapshot(pretty({ hooks: { Retired: [{ hooks: [ours("Retired")] }] } })),
      target,
    );
    expect(report.findings).toMatchObject([{ severity: "problem" }]);
  });

  it("installs into a file that held one misplaced entry of ours alone as into the blank file it was", () => {
    const command = `/bin/sh -c '[ -n "$TMUX_PANE" ] || exit 0; "/usr/local/bin/rk" agent hook --agent claude active 2>/dev/null || true'`;
    const group = { matcher: "Bash", hooks: [{ type: "command", command }] };
    const only = JSON.stringify({ hooks: { SessionStart: [group] } }, null, 2);
    const target = {
      provider: "claude",
      events: [{ name: "SessionStart", timeout: 3 }],
      forwarder: "$HOME/.local/share/hexokit/rk-hook",
    };
    const snapshot = (text: string | undefined) => ({ path: "/settings.json", text, symbolicLink: false });
    const installed = planJsonHooks("install", snapshot(only), target)?.after;
    expect(planJsonHooks("uninstall", snapshot(only), target)?.after).toBe("");
    expect(planJsonHooks("uninstall", snapshot(installed), target)?.after).toBe("");
  });
});
