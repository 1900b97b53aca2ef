import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildWrapperCommand, forwarderPath, recogniseWrapperCommand } from "./wrapper-command.js";

const forwarder = "$HOME/.local/share/hexokit/rk-hook";

describe("buildWrapperCommand", () => {
  it("is frozen", () => {
    expect(buildWrapperCommand({ provider: "claude", event: "PreToolUse", forwarder })).toBe(
      `/bin/sh -c 'trap "exit 0" 0; set -- claude PreToolUse; hexokit_hook="$HOME/.local/share/hexokit/rk-hook"; [ -r "$hexokit_hook" ] && . "$hexokit_hook" >/dev/null 2>&1'`,
    );
    expect(
      buildWrapperCommand({
        provider: "antigravity",
        event: "Stop",
        forwarder: "/srv/rk-hook",
        prefix: 'printf "{}"',
      }),
    ).toBe(
      `/bin/sh -c 'trap "exit 0" 0; printf "{}"; set -- antigravity Stop; hexokit_hook="/srv/rk-hook"; [ -r "$hexokit_hook" ] && . "$hexokit_hook" >/dev/null 2>&1'`,
    );
  });

  it.each([
    "relative/rk-hook",
    "/with space/rk-hook",
    "/a'b/rk-hook",
    "$HOME/$(id)/rk-hook",
    "/ü/rk-hook",
    "/srv/other",
  ])("refuses the path %s", (path) => {
    expect(() => buildWrapperCommand({ provider: "claude", event: "Stop", forwarder: path })).toThrow(
      expect.objectContaining({ code: "CONFIG_SHAPE" }),
    );
  });

  it("refuses a provider, an event or a prefix that could be shell text", () => {
    const invalid = expect.objectContaining({ code: "HARNESS_INVALID" });
    expect(() => buildWrapperCommand({ provider: "a;b", event: "Stop", forwarder })).toThrow(invalid);
    expect(() => buildWrapperCommand({ provider: "claude", event: "Stop; id", forwarder })).toThrow(invalid);
    expect(() => buildWrapperCommand({ provider: "claude", event: "Stop", forwarder, prefix: "id" })).toThrow(
      invalid,
    );
  });
});

describe("forwarderPath", () => {
  it.each([
    ["/home/u/.local/share/hexokit", "/home/u", "$HOME/.local/share/hexokit/rk-hook"],
    ["/home/u/.local/share/hexokit/", "/home/u/", "$HOME/.local/share/hexokit/rk-hook"],
    ["/home/u/x/../data", "/home/u", "$HOME/data/rk-hook"],
    ["/home/user/data", "/home/u", "/home/user/data/rk-hook"],
    ["/home/John Doe/data", "/home/John Doe", "$HOME/data/rk-hook"],
    ["/home/u/..data", "/home/u", "$HOME/..data/rk-hook"],
    ["/srv/hexokit", "/home/u", "/srv/hexokit/rk-hook"],
    ["/data", "/", "$HOME/data/rk-hook"],
  ])("%s in %s: %s", (directory, home, path) => {
    expect(forwarderPath(directory, home)).toBe(path);
  });

  it.each(["/srv/my data", "/home/u/it's", "/home/u/a$b"])("refuses %s", (directory) => {
    expect(() => forwarderPath(directory, "/home/u")).toThrow(
      expect.objectContaining({ code: "CONFIG_SHAPE" }),
    );
  });
});

describe("recogniseWrapperCommand", () => {
  it.each([
    ["claude", "PreToolUse", forwarder, undefined],
    ["opencode", "session.idle", "/srv/a+b@c/rk-hook", undefined],
    ["antigravity", "Stop", "$HOME/rk-hook", 'printf "{}"'],
  ])("reads today's: %s %s", (provider, event, path, prefix) => {
    const command = buildWrapperCommand({
      provider,
      event,
      forwarder: path,
      ...(prefix === undefined ? {} : { prefix }),
    });
    expect(recogniseWrapperCommand(command)).toEqual({ provider, event, forwarder: path, generation: 1 });
  });

  it.each(
    ["rk", "run-kit"].flatMap((program) => ["agent hook", "agent-hook"].map((words) => [program, words])),
  )("reads the original one: %s %s", (program, words) => {
    const command = `/bin/sh -c '[ -n "$TMUX_PANE" ] || exit 0; "/opt/my tools/${program}" ${words} --agent gemini waiting 2>/dev/null || true'`;
    expect(recogniseWrapperCommand(command)).toEqual({
      provider: "gemini",
      event: undefined,
      forwarder: `/opt/my tools/${program}`,
      generation: 0,
    });
  });

  it("takes nothing for ours that differs in one character", () => {
    const commands = [
      buildWrapperCommand({ provider: "claude", event: "Stop", forwarder }),
      buildWrapperCommand({ provider: "antigravity", event: "Stop", forwarder, prefix: 'printf "{}"' }),
      `/bin/sh -c '[ -n "$TMUX_PANE" ] || exit 0; "/opt/rk" agent hook --agent claude idle 2>/dev/null || true'`,
    ];
    for (const command of commands) {
      // A letter more in a name is another name; a quotation mark changes the command anywhere.
      for (let index = 0; index <= command.length; index++) {
        const changed = `${command.slice(0, index)}"${command.slice(index)}`;
        expect(recogniseWrapperCommand(changed), changed).toBeUndefined();
      }
      for (const changed of [
        ` ${command}`,
        `${command}\n`,
        command.replace("/bin/sh", "sh"),
        command.toUpperCase(),
      ]) {
        expect(recogniseWrapperCommand(changed), changed).toBeUndefined();
      }
    }
  });
});

describe("the wrapper in a shell", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "hexokit-wrapper-"));
    mkdirSync(join(home, ".local/share/hexokit"), { recursive: true });
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const path = () => join(home, ".local/share/hexokit/rk-hook");
  function run(shell: string, provider = "claude", prefix?: string) {
    const command = buildWrapperCommand({
      provider,
      event: "Stop",
      forwarder,
      ...(prefix === undefined ? {} : { prefix }),
    });
    const { status, stdout, stderr } = spawnSync(shell, ["-c", command], {
      env: { HOME: home, PATH: "/usr/bin:/bin" },
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  }
  const silent = { status: 0, stdout: "", stderr: "" };
  const forwarders: [string, () => void][] = [
    ["missing", () => {}],
    ["broken", () => writeFileSync(path(), "if then (")],
    ["noisy", () => writeFileSync(path(), "echo out; echo err >&2; false")],
    ["leaving with 2", () => writeFileSync(path(), "exit 2")],
    ["a directory", () => mkdirSync(path())],
    [
      "unreadable",
      () => {
        writeFileSync(path(), "echo out");
        chmodSync(path(), 0o000);
      },
    ],
  ];

  for (const shell of ["/bin/sh", "/bin/bash"]) {
    it.each(forwarders)(`is silent and 0 in ${shell} when the forwarder is %s`, (_, prepare) => {
      prepare();
      expect(run(shell)).toEqual(silent);
      expect(run(shell, "antigravity", 'printf "{}"')).toEqual({ ...silent, stdout: "{}" });
    });
  }

  it("tells the forwarder the harness, the event and where it is", () => {
    writeFileSync(path(), `printf '%s|' "$1" "$2" "$hexokit_hook" > "$HOME/seen"`);
    expect(run("/bin/sh")).toEqual(silent);
    expect(spawnSync("cat", [join(home, "seen")], { encoding: "utf8" }).stdout).toBe(
      `claude|Stop|${path()}|`,
    );
  });
});
