import type { FileSnapshot, HarnessFile } from "@hexokit/core";
import { codexEvents } from "./codex-events.js";
import { handlersIn } from "./codex-hooks-file.js";
import { inspectCodex, planCodex } from "./codex-install.js";
import { codexHookHash } from "./codex-trust.js";

/** For tests: an installation in texts, as setup makes it and a person trusts it. */

export const forwarder = "$HOME/.local/share/hexokit/rk-hook";
export const hooksPath = "/home/u/.codex/hooks.json";
export const configPath = "/home/u/.codex/config.toml";

export const file = (
  path: string,
  text: string | undefined,
  role: HarnessFile["role"] = "install",
): FileSnapshot => ({ path, role, text, symbolicLink: false });

export const plan = (action: "install" | "uninstall", ...files: FileSnapshot[]) =>
  planCodex({ action, files, forwarder }, codexEvents);
export const installInto = (text: string | undefined) =>
  plan("install", file(hooksPath, text))[0]?.after ?? text ?? "";
export const uninstallFrom = (text: string) => plan("uninstall", file(hooksPath, text));
export const complete = installInto(undefined);

/** `config.toml` after a person has trusted every hook of a file, as the TUI writes it. */
export function trusting(text: string, home = "/home/u/.codex"): string {
  const entries = handlersIn(text).map((placed) => {
    const { event, group, index } = placed;
    const name = event.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    return `[hooks.state."${home}/hooks.json:${name}:${group}:${index}"]\ntrusted_hash = "${codexHookHash(placed)}"\n`;
  });
  return `[hooks.state]\n\n${entries.join("\n")}`;
}

export function inspect(hooks: string | undefined, config: string | undefined, ...more: FileSnapshot[]) {
  const files = [file(hooksPath, hooks), file(configPath, config, "read"), ...more];
  const report = inspectCodex(files, forwarder, codexEvents);
  const statusOf = (event: string) => report.events.find((one) => one.event === event)?.status;
  return {
    statuses: [...new Set(report.events.map(({ status }) => status))],
    findings: report.findings,
    statusOf,
  };
}

export const userGroup = (command: string) => ({ hooks: [{ type: "command", command, timeout: 5 }] });
export const userFile = (hooks: unknown) => `${JSON.stringify({ hooks }, null, 2)}\n`;
