import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SetupJson, TmuxInstallJson } from "../json-output.js";
import { putOnPath } from "../testing/attached-client.js";
import { openSandbox, type Sandbox } from "../testing/sandbox.js";
import { openTerminal } from "../testing/terminal.js";
import { tmuxLines } from "./tmux-lines.js";

let sandbox: Sandbox;
let conf: string;
beforeEach(() => {
  sandbox = openSandbox();
  putOnPath(sandbox);
  conf = join(sandbox.home, ".tmux.conf");
});
afterEach(() => {
  for (const name of ["plain", "other"]) {
    try {
      server(name, "kill-server");
    } catch {
      // The test had none.
    }
  }
  sandbox.close();
});

/** A server of the sandbox's home that loads what tmux loads. */
function server(name: string, ...words: readonly string[]): string {
  return execFileSync("tmux", ["-u", "-L", name, ...words], {
    encoding: "utf8",
    env: sandbox.environment,
    stdio: "pipe",
  }).trimEnd();
}

const install = (...words: readonly string[]) => sandbox.rk(["tmux", "install", "--yes", ...words]);

function installJson(...words: readonly string[]): TmuxInstallJson & { error?: { code: string } } {
  return JSON.parse(sandbox.rk(["tmux", "install", "--json", ...words]).output);
}

const original = "# mine\nset -g status-right 'mine %H:%M'\nbind-key r display-message hi";

describe("rk tmux install", () => {
  it("shows, writes, does nothing twice, and gives the bytes back", () => {
    sandbox.write(conf, original);
    chmodSync(conf, 0o640);
    const look = sandbox.rk(["tmux", "install", "--dry-run"]);
    expect(look).toMatchObject({
      status: 0,
      output: expect.stringMatching(/^--- .*\n\+\+\+[\s\S]*A dry run/),
    });
    expect(sandbox.read(conf)).toBe(original);
    expect(install()).toMatchObject({ status: 0, complaints: "" });
    expect(sandbox.read(conf)).toContain(`\n${tmuxLines().join("\n")}\n`);
    expect(sandbox.read(conf)?.startsWith(`${original}\n# >>> hexokit`)).toBe(true);
    expect(statSync(conf).mode & 0o777).toBe(0o640);
    expect(sandbox.rk(["tmux", "install"])).toMatchObject({ status: 0, output: "tmux: nothing to do.\n" });
    expect(install("--uninstall").status).toBe(0);
    expect(sandbox.read(conf)).toBe(original);
    expect(installJson("--uninstall")).toMatchObject({ status: "unchanged", changes: [] });
  });

  it("takes the file that tmux loads last, and makes ~/.tmux.conf where there is none", () => {
    expect(installJson("--dry-run")).toMatchObject({ status: "planned", changes: [{ path: conf }] });
    expect(install().status).toBe(0);
    expect(existsSync(conf)).toBe(true);
    expect(install("--uninstall").status).toBe(0);
    expect(existsSync(conf)).toBe(false);
    const paths = [
      conf,
      join(sandbox.home, "xdg/tmux/tmux.conf"),
      join(sandbox.home, ".config/tmux/tmux.conf"),
    ];
    const env = { XDG_CONFIG_HOME: join(sandbox.home, "xdg") };
    for (const path of paths) {
      sandbox.write(path, "");
      const { output } = sandbox.rk(["tmux", "install", "--json", "--dry-run"], env);
      expect((JSON.parse(output) as TmuxInstallJson).changes[0]?.path).toBe(path);
    }
    sandbox.rk(["tmux", "install", "--yes"], env);
    expect(sandbox.read(conf)).toBe("");
    // It is what tmux does: the last one has the last word.
    for (const [index, path] of paths.entries())
      sandbox.write(path, `set -g @last ${index}\nset -g @f${index} 1\n`);
    const start = [
      "-L",
      "other",
      "new-session",
      "-d",
      ";",
      "display-message",
      "-p",
      "#{@last}#{@f0}#{@f1}#{@f2}",
    ];
    expect(
      spawnSync("tmux", start, { env: { ...sandbox.environment, ...env }, encoding: "utf8" }).stdout,
    ).toBe("2111\n");
  });

  it("writes through symbolic links, which stay", () => {
    const target = join(sandbox.home, "dotfiles/tmux.conf");
    sandbox.write(target, original);
    symlinkSync(target, conf);
    expect(install().status).toBe(0);
    expect([lstatSync(conf).isSymbolicLink(), readFileSync(target, "utf8").includes("@rk_status")]).toEqual([
      true,
      true,
    ]);
    expect(install("--uninstall").status).toBe(0);
    expect([lstatSync(conf).isSymbolicLink(), sandbox.read(target)]).toEqual([true, original]);
  });

  it("refuses a block that was edited, a read-only file, and to ask nobody", () => {
    sandbox.write(conf, original);
    expect(sandbox.rk(["tmux", "install"])).toMatchObject({
      status: 3,
      complaints: expect.stringContaining("CONFIRMATION_REQUIRED"),
    });
    chmodSync(conf, 0o444);
    expect(install()).toMatchObject({
      status: 1,
      complaints: expect.stringMatching(/CONFIG_READ_ONLY[\s\S]*@rk_status/),
    });
    chmodSync(conf, 0o644);
    install();
    const edited = (sandbox.read(conf) ?? "").replace("bind-key -N", "bind-key  -N");
    sandbox.write(conf, edited);
    for (const more of [[], ["--uninstall"]])
      expect(installJson("--yes", ...more).error?.code).toBe("CONFIG_SHAPE");
    expect(sandbox.read(conf)).toBe(edited);
  });

  it("asks at a terminal", async () => {
    sandbox.write(conf, original);
    const no = openTerminal(sandbox, ["tmux", "install"]);
    await no.see("Apply these changes?");
    no.type("n", "Enter");
    expect(await no.end()).toBe(3);
    sandbox.tmux("kill-session", "-t", "terminal");
    expect(sandbox.read(conf)).toBe(original);
    const yes = openTerminal(sandbox, ["tmux", "install"]);
    await yes.see("Apply these changes?");
    yes.type("y", "Enter");
    expect(await yes.end()).toBe(0);
    expect(sandbox.read(conf)).toContain("@rk_status");
  });
});

describe("running servers", () => {
  const right = (name: string) => server(name, "show-options", "-gv", "status-right");

  it("a server that loads the file is brought up to date, and back; another one is left alone", () => {
    sandbox.write(conf, original);
    server("plain", "new-session", "-d", "-s", "a:b.c", "cat");
    sandbox.tmux("new-session", "-d", "cat");
    const foreign = sandbox.tmux("show-options", "-g");
    const { servers } = installJson("--yes");
    expect(servers).toEqual([
      { socket: expect.stringMatching(/\/plain$/), status: "updated", message: null },
    ]);
    expect(right("plain")).toBe("mine %H:%M#{E:@rk_status}");
    expect(server("plain", "list-keys", "-T", "prefix", "N")).toContain("rk agent next");
    server("plain", "source-file", conf);
    expect(right("plain")).toBe("mine %H:%M#{E:@rk_status}");
    expect(installJson("--yes", "--uninstall").servers).toMatchObject([{ status: "updated" }]);
    expect(right("plain")).toBe("mine %H:%M");
    expect(server("plain", "list-keys", "-T", "prefix")).not.toContain("rk agent");
    expect(server("plain", "show-options", "-g")).not.toContain("@rk_");
    expect(sandbox.tmux("show-options", "-g")).toBe(foreign);
  });

  it("a server that was started without a file, too, and one that starts later", () => {
    server("plain", "new-session", "-d", "cat");
    expect(installJson("--yes").servers).toMatchObject([{ status: "updated" }]);
    expect(right("plain")).toContain("@rk_status");
    server("other", "new-session", "-d", "cat");
    expect(right("other")).toBe(right("plain"));
    expect(server("other", "list-keys", "-T", "prefix", "G")).toContain("rk agent pick");
  });

  it("one that does not answer is named, in bounded time", () => {
    sandbox.write(conf, original);
    server("plain", "new-session", "-d", "cat");
    const pid = Number(server("plain", "display-message", "-p", "#{pid}"));
    process.kill(pid, "SIGSTOP");
    try {
      const start = Date.now();
      const { status, complaints } = install();
      expect([status, Date.now() - start < 10_000]).toEqual([0, true]);
      expect(complaints).toMatch(/\/plain does not answer/);
      expect(sandbox.read(conf)).toContain("@rk_status");
    } finally {
      process.kill(pid, "SIGCONT");
    }
  });
});

describe("rk agent setup --uninstall", () => {
  const setup = (...words: readonly string[]): SetupJson =>
    JSON.parse(sandbox.rk(["agent", "setup", "--json", "--yes", ...words]).output);

  it("takes the block out with the last harness", () => {
    sandbox.write(conf, original);
    setup();
    install();
    server("plain", "new-session", "-d", "cat");
    expect(setup("--uninstall", "--dry-run").tmux).toMatchObject([{ path: conf }]);
    expect(sandbox.read(conf)).toContain("@rk_status");
    expect(setup("--uninstall")).toMatchObject({ tmux: [{ path: conf }], warnings: [] });
    expect([sandbox.read(conf), existsSync(sandbox.data)]).toEqual([original, false]);
    expect(server("plain", "show-options", "-gv", "status-right")).toBe("mine %H:%M");
    expect(setup("--uninstall").tmux).toEqual([]);
  });

  it("leaves a block that was edited, and says so", () => {
    install();
    const edited = (sandbox.read(conf) ?? "").replace("bind-key -N", "bind-key  -N");
    sandbox.write(conf, edited);
    setup();
    const { warnings, harnesses } = setup("--uninstall");
    expect(warnings).toEqual([expect.stringContaining("CONFIG_SHAPE")]);
    expect(harnesses[0]?.status).toBe("changed");
    expect([sandbox.read(conf), existsSync(sandbox.data)]).toEqual([edited, false]);
  });
});

it("rk tmux status prints the lines, and other words are refused", () => {
  expect(sandbox.rk(["tmux", "status"])).toMatchObject({ status: 0, output: `${tmuxLines().join("\n")}\n` });
  for (const words of [["tmux"], ["tmux", "stat"], ["tmux", "install", "now"], ["agent", "next", "%5"]]) {
    const { status, complaints } = sandbox.rk(words);
    expect([status, complaints]).toEqual([2, expect.stringContaining("USAGE")]);
  }
  const broken = sandbox.rk(["tmux", "install", "--jsn"]);
  expect(broken.complaints).toContain("See rk tmux install --help");
});
