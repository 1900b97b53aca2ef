import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../testing/sandbox.js";
import { tmuxLines, undoLines } from "./tmux-lines.js";

let folder: string;
let tmux: (...words: readonly string[]) => string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hexokit-lines-"));
  const socket = join(folder, "socket");
  const env = { HOME: folder, PATH: process.env.PATH ?? "", TERM: "xterm-256color", LANG: "C.UTF-8" };
  tmux = (...words) =>
    execFileSync("tmux", ["-u", "-S", socket, "-f", "/dev/null", ...words], {
      encoding: "utf8",
      env,
      stdio: "pipe",
    }).replace(/\n$/, "");
});
afterEach(() => {
  try {
    tmux("kill-server");
  } catch {
    // The test had none.
  }
  rmSync(folder, { recursive: true, force: true });
});

function source(lines: readonly string[]): void {
  const file = join(folder, "lines.conf");
  writeFileSync(file, `${lines.join("\n")}\n`);
  expect(tmux("source-file", file)).toBe("");
}

/** A pane that runs `cat`, with these options. */
async function open(where: readonly string[], state = "", command = "cat"): Promise<string> {
  const pane = tmux(...where, "-d", "-P", "-F", "#{pane_id}", "exec cat");
  await until("cat", () => (format("#{pane_current_command}", pane) === "cat" ? true : undefined));
  set(pane, state, command);
  return pane;
}

function set(pane: string, state: string, command = "cat"): void {
  tmux("set-option", "-pt", pane, "@rk_pane_agent_state", state);
  if (command !== "") tmux("set-option", "-pt", pane, "@rk_pane_agent_command", command);
}

function format(text: string, pane = "%0"): string {
  return tmux("display-message", "-p", "-t", pane, text);
}

/** What a status line shows, without its colours. */
const shown = (option: "@rk_status" | "@rk_window", pane = "%0") =>
  format(`#{E:${option}}`, pane).replace(/#\[[^\]]*\]/g, "");

const globals = () =>
  ["status-right", "status-right-length", "window-status-format", "window-status-current-format"].map(
    (name) => tmux("show-options", "-gv", name),
  );

const keys = () =>
  tmux("list-keys", "-T", "prefix")
    .split("\n")
    .filter((line) => line.includes("rk agent"));

describe("the segment", () => {
  it("counts the agents of all sessions, and leaves out what is none", async () => {
    await open(["new-session", "-s", "one"]);
    source(tmuxLines());
    expect(shown("@rk_status")).toBe("");
    set("%0", "idle:0");
    expect(shown("@rk_status")).toBe(" ○ 1");
    await open(["new-session", "-s", "a:b,c #{x}"], "waiting:1764543012:17");
    await open(["split-window", "-t", "one:"], "waiting:1");
    for (let count = 0; count < 11; count++) await open(["new-window", "-t", "one:"], "active:1");
    expect(shown("@rk_status")).toBe(" ◆ 2 ● 11 ○ 1");
  });

  it("counts a pane once in a group of sessions and in linked windows", async () => {
    await open(["new-session", "-s", "one"], "waiting:1");
    source(tmuxLines());
    tmux("new-session", "-d", "-t", "one", "-s", "grouped");
    await open(["new-session", "-s", "two"], "active:1");
    tmux("link-window", "-s", "two:0", "-t", "one:9");
    expect(shown("@rk_status")).toBe(" ◆ 1 ● 1");
  });

  it.each([
    "active",
    "active:",
    "active:07",
    "Active:1",
    "waiting:1:2:3",
    "waiting:1\nidle:1",
    "done:1",
    "#(touch x)",
  ])("takes %j for unknown", async (state) => {
    await open(["new-session"], state);
    source(tmuxLines());
    expect([shown("@rk_status"), shown("@rk_window")]).toEqual(["", ""]);
  });

  it("shows no value of a dead agent: another command, a shell, a dead pane", async () => {
    const pane = await open(["new-session"], "waiting:1", "claude");
    source(tmuxLines());
    expect(shown("@rk_status")).toBe("");
    set(pane, "waiting:1", "cat");
    expect(shown("@rk_status")).toBe(" ◆ 1");
    // A writer that keeps no command: any but a plain shell.
    tmux("set-option", "-put", pane, "@rk_pane_agent_command");
    expect(shown("@rk_status")).toBe(" ◆ 1");
    tmux("respawn-pane", "-k", "-t", pane, "exec sh");
    await until("sh", () => (format("#{pane_current_command}") === "sh" ? true : undefined));
    expect([shown("@rk_status"), shown("@rk_window")]).toEqual(["", ""]);
    const dead = await open(["new-window"], "active:1");
    tmux("set-option", "-wt", dead, "remain-on-exit", "on");
    expect(shown("@rk_status")).toBe(" ● 1");
    tmux("send-keys", "-t", dead, "C-d");
    await until("the end", () => (format("#{pane_dead}", dead) === "1" ? true : undefined));
    expect(shown("@rk_status")).toBe("");
  });

  it("runs nothing and takes no style from a pane's options", async () => {
    const pane = await open(["new-session"], "waiting:1#[bg=red]#(touch hit)");
    tmux("set-option", "-pt", pane, "@rk_pane_agent_command", "#(touch hit)#{pane_current_command}");
    source(tmuxLines());
    expect(format("#{E:@rk_status}#{E:@rk_window}")).toBe("");
  });

  it("takes glyphs and styles from documented options, at once", async () => {
    await open(["new-session"], "waiting:1");
    source(tmuxLines());
    expect(format("#{E:@rk_status}")).toBe(" #[fg=yellow,bold]◆ 1#[default]");
    tmux("set-option", "-g", "@rk_glyphs", "ascii");
    expect(shown("@rk_status")).toBe(" w 1");
    tmux("set-option", "-g", "@rk_glyph_waiting", "!,}");
    tmux("set-option", "-g", "@rk_style_waiting", "fg=red,blink");
    expect(format("#{E:@rk_status}")).toBe(" #[fg=red,blink]!,} 1#[default]");
  });
});

it("a window shows its most urgent state", async () => {
  await open(["new-session"]);
  source(tmuxLines());
  expect(shown("@rk_window")).toBe("");
  set("%0", "idle:0");
  expect(shown("@rk_window")).toBe(" ○");
  await open(["split-window"], "active:1");
  expect(shown("@rk_window")).toBe(" ●");
  await open(["split-window"], "waiting:1");
  expect(shown("@rk_window")).toBe(" ◆");
});

describe("placing", () => {
  it("appends once, however often it is sourced, and is taken out without a trace", async () => {
    await open(["new-session"]);
    const before = globals();
    source(tmuxLines());
    const placed = globals();
    expect(placed).toEqual([
      `${before[0]}#{E:@rk_status}`,
      "80",
      `${before[2]}#{E:@rk_window}`,
      `${before[3]}#{E:@rk_window}`,
    ]);
    expect(keys()).toHaveLength(3);
    source(tmuxLines());
    expect(globals()).toEqual(placed);
    source(undoLines());
    expect(globals()).toEqual(before);
    expect([keys(), tmux("show-options", "-g")].join()).not.toMatch(/@?rk[ _]/);
  });

  it("leaves what the user placed, sized or bound", async () => {
    await open(["new-session"]);
    tmux("set-option", "-g", "status-left", "#{E:@rk_status} #(date) #{session_name}, 100%");
    tmux("set-option", "-g", "window-status-format", "#{E:@rk_window}#I");
    tmux("set-option", "-g", "status-right-length", "200");
    tmux("bind-key", "N", "display-message", "mine");
    const before = globals();
    source(tmuxLines());
    expect(globals()).toEqual([...before.slice(0, 3), `${before[3]}#{E:@rk_window}`]);
    expect(keys()).toHaveLength(2);
    source(undoLines());
    expect(tmux("list-keys", "-T", "prefix", "N")).toContain("mine");
  });

  it("does nothing of what is switched off", async () => {
    await open(["new-session"]);
    const before = globals();
    for (const option of ["@rk_place_status", "@rk_place_windows", "@rk_keys"])
      tmux("set-option", "-g", option, "off");
    source(tmuxLines());
    expect([globals(), keys()]).toEqual([before, []]);
  });

  it("is right in an odd status-right, too", async () => {
    await open(["new-session"]);
    const odd = "#[fg=red,bg=blue]#(echo /;:) '\"\\ } , #{?pane_dead,a,b} %H";
    tmux("set-option", "-g", "status-right", odd);
    source(tmuxLines());
    source(undoLines());
    expect(tmux("show-options", "-gv", "status-right")).toBe(odd);
  });
});
