import { describe, expect, it } from "vitest";
import { kimiAdapter } from "./index.js";

const forwarder = "$HOME/.local/share/hexokit/rk-hook";
const path = "/home/user/.kimi-code/config.toml";

function install(text: string | undefined, version?: string): string {
  const files = [{ path, text, symbolicLink: false }];
  const request = {
    action: "install" as const,
    files,
    forwarder,
    ...(version === undefined ? {} : { version }),
  };
  return kimiAdapter.plan(request)[0]?.after ?? text ?? "";
}

const eventsIn = (text: string) => [...text.matchAll(/^event = "(\w+)"$/gm)].map(([, event]) => event);

function inspect(text: string, version?: string) {
  const { events, findings } = kimiAdapter.inspect([{ path, text, symbolicLink: false }], forwarder, version);
  return { statuses: new Set(events.map(({ status }) => status)), count: events.length, findings };
}

const all = kimiAdapter.translator.events.length;
const user = '[[hooks]]\nevent = "Stop"\ncommand = "date"\n';

describe("Kimi Code's installation", () => {
  it.each([
    ["2.1.0", []],
    ["0.32.0", []],
    ["0.31.9", ["TurnStarted"]],
    ["0.13.2", ["TurnStarted", "Interrupt"]],
    ["0.7.0", ["TurnStarted", "PermissionRequest", "PermissionResult", "Interrupt"]],
    ["kimi, version 1.9.0", ["TurnStarted", "PermissionRequest", "PermissionResult", "Interrupt"]],
    [undefined, ["TurnStarted", "PermissionRequest", "PermissionResult", "Interrupt"]],
  ])("installs what version %s takes", (version, missing) => {
    const wanted = kimiAdapter.translator.events
      .map(({ name }) => name)
      .filter((name) => !missing.includes(name));
    const text = install(undefined, version);
    expect(eventsIn(text)).toEqual(wanted);
    expect(inspect(text, version)).toMatchObject({ statuses: new Set(["installed"]), findings: [] });
    expect(install(text, version)).toBe(text);
  });

  it("asks for the newer events once the version is known to take them, and brings them in place", () => {
    const old = `${install("a = 1\n")}[later]\nx = 1\n`;
    expect(inspect(old)).toMatchObject({ count: all - 4, statuses: new Set(["installed"]) });
    expect(inspect(old, "2.1.0")).toMatchObject({ count: all, statuses: new Set(["installed", "missing"]) });
    const now = install(old, "2.1.0");
    expect(eventsIn(now)).toHaveLength(all);
    expect(now.endsWith("<<<\n[later]\nx = 1\n")).toBe(true);
    expect(inspect(now)).toMatchObject({ count: all, statuses: new Set(["installed"]), findings: [] });
  });

  it("keeps what is installed while the version does not tell", () => {
    const text = install("a = 1\n", "2.1.0");
    expect(install(text)).toBe(text);
  });

  it("reports events that an older version would choke on, and takes them out", () => {
    const text = install(undefined, "2.1.0");
    const { statuses, findings } = inspect(text, "0.13.0");
    expect(statuses).toEqual(new Set(["disabled"]));
    expect(findings.map(({ severity }) => severity)).toEqual(["problem", "problem", "problem", "problem"]);
    expect(eventsIn(install(text, "0.13.0"))).toHaveLength(all - 2);
  });

  it.each([
    ["another key", `${user}name = "mine"\n`],
    ["an unknown event", user.replace("Stop", "Stopped")],
    ["a time limit of nothing", `${user}timeout = 0\n`],
    ["a time limit with a fraction", `${user}timeout = 1.5\n`],
    ["no command", '[[hooks]]\nevent = "Stop"\n'],
    ["a matcher that is a list", `${user}matcher = ["x"]\n`],
  ])("reports a hook of the user's with %s, by which Kimi Code ignores all", (_, text) => {
    const { statuses, findings } = inspect(install(text, "2.1.0"), "2.1.0");
    expect(statuses).toEqual(new Set(["disabled"]));
    expect(findings).toMatchObject([{ severity: "problem", path }]);
  });

  it("finds nothing wrong with hooks of the user's that Kimi Code takes", () => {
    const text = install(`${user}matcher = "x"\ntimeout = 600\n`, "2.1.0");
    expect(inspect(text, "2.1.0")).toMatchObject({ statuses: new Set(["installed"]), findings: [] });
  });

  it("tells entries of ours that were changed or doubled", () => {
    const text = install(undefined, "2.1.0");
    const one = /\[\[hooks\]\]\nevent = "Stop"\n.*\n.*\n/.exec(text)?.[0] ?? "";
    const statusOf = (changed: string) =>
      kimiAdapter
        .inspect([{ path, text: text.replace(one, () => changed), symbolicLink: false }], forwarder, "2.1.0")
        .events.find(({ event }) => event === "Stop")?.status;
    expect(statusOf(`${one}matcher = "x"\n`)).toBe("stale");
    expect(statusOf(one.replace("timeout = 3", "timeout = 9"))).toBe("stale");
    expect(statusOf(one + one)).toBe("duplicate");
    expect(statusOf(`${one}name = "x"\n`)).toBe("modified");
    expect(statusOf("")).toBe("missing");
  });
});
