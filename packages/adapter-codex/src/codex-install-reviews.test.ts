import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applyChanges, buildWrapperCommand, hostEnvironment, readSnapshots } from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { codexEvents } from "./codex-events.js";
import { codexFiles } from "./codex-harness.js";
import { handlersIn } from "./codex-hooks-file.js";
import { planCodex } from "./codex-install.js";
import {
  complete,
  file,
  forwarder,
  inspect,
  installInto,
  trusting,
  uninstallFrom,
  userFile,
  userGroup,
} from "./codex-installation-samples.js";

describe("the findings of the specification's reviews", () => {
  it("a user's hook in our group stays when ours is replaced or removed", () => {
    const shared = complete.replace(
      /("Stop": \[\s*\{\s*"hooks": \[)/,
      '$1{ "type": "command", "command": "say done" }, ',
    );
    const old = shared.replaceAll(forwarder, "$HOME/old/rk-hook");
    expect(installInto(old)).toContain("say done");
    expect(handlersIn(installInto(old)).length).toBe(codexEvents.length + 1);
    const left = uninstallFrom(shared)[0]?.after;
    expect(handlersIn(left).map(({ handler }) => handler.command)).toEqual(["say done"]);
  });

  it("a user's command that merely contains ours is not ours", () => {
    const ours = buildWrapperCommand({ provider: "codex", event: "Stop", forwarder });
    const text = userFile({ Stop: [userGroup(`date; ${ours}`), userGroup("echo rk-hook")] });
    expect(uninstallFrom(text)).toEqual([]);
    expect(inspect(text, undefined).statusOf("Stop")).toBe("missing");
  });

  it("an older installation that lacks an event gets that one; the others stay where they are trusted", () => {
    const partial = JSON.parse(complete);
    delete partial.hooks.Interrupt;
    const before = `${JSON.stringify(partial, null, 2)}\n`;
    const config = trusting(before);
    expect(inspect(before, config).statusOf("Interrupt")).toBe("missing");
    expect(inspect(before, config).statusOf("Stop")).toBe("installed");
    const after = inspect(installInto(before), config);
    expect(after.statusOf("Interrupt")).toBe("untrusted");
    expect(after.statuses.sort()).toEqual(["installed", "untrusted"]);
  });

  it("a symlinked home is trusted by its name as given and as resolved", () => {
    const resolved = file("/data/codex/config.toml", trusting(complete, "/data/codex"), "read");
    expect(inspect(complete, resolved.text, resolved).statuses).toEqual(["installed"]);
    expect(inspect(complete, trusting(complete), resolved).statuses).toEqual(["installed"]);
    expect(inspect(complete, resolved.text).statuses).toEqual(["untrusted"]);
  });

  it("a stale trust entry at our position is not trust", () => {
    const old = complete.replaceAll(forwarder, "$HOME/old/rk-hook");
    expect(inspect(complete, trusting(old)).statuses).toEqual(["modified"]);
    const theirs = userFile({ Stop: [userGroup("date")] });
    expect(inspect(complete, trusting(theirs)).statusOf("Stop")).toBe("modified");
  });
});

describe("real files", () => {
  let home: string;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), "hexokit-codex-")));
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  const carryOut = (action: "install" | "uninstall", environment: Record<string, string> = {}) => {
    const files = readSnapshots(codexFiles(hostEnvironment(environment, home, home)));
    applyChanges(planCodex({ action, files, forwarder }, codexEvents));
  };
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };

  it("deletes hooks.json only when nothing else is left in it", () => {
    const path = join(home, ".codex", "hooks.json");
    carryOut("install");
    expect(existsSync(path)).toBe(true);
    carryOut("uninstall");
    expect(existsSync(path)).toBe(false);
    for (const text of ["", "{}\n", '{"description":"mine"}', userFile({ Stop: [userGroup("date")] })]) {
      put(path, text);
      carryOut("install");
      carryOut("uninstall");
      expect(readFileSync(path, "utf8")).toBe(text);
    }
  });

  it("empties a symlinked hooks.json through the link, and keeps the mode", () => {
    const link = join(home, ".codex", "hooks.json");
    const target = put(join(home, "dotfiles", "hooks.json"), complete);
    mkdirSync(dirname(link));
    symlinkSync(target, link);
    chmodSync(target, 0o640);
    carryOut("uninstall");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toBe("{}\n");
    expect(statSync(target).mode & 0o777).toBe(0o640);
    carryOut("install");
    expect(handlersIn(readFileSync(target, "utf8")).length).toBe(codexEvents.length);
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(readdirSync(dirname(target))).toEqual(["hooks.json"]);
  });

  it("cleans the usual home too when CODEX_HOME names another", () => {
    carryOut("install");
    carryOut("install", { CODEX_HOME: join(home, "other") });
    expect(existsSync(join(home, "other", "hooks.json"))).toBe(true);
    carryOut("uninstall", { CODEX_HOME: join(home, "other") });
    expect(existsSync(join(home, "other", "hooks.json"))).toBe(false);
    expect(existsSync(join(home, ".codex", "hooks.json"))).toBe(false);
  });
});
