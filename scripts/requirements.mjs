// @ts-check
import { spawnSync } from "node:child_process";

/** @returns {string | undefined} a sentence about what this machine lacks */
export function missingRequirement() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    return `Node 20.19 or later is needed; this is ${process.versions.node}.`;
  }
  const tmux = spawnSync("tmux", ["-V"], { encoding: "utf8" });
  if (tmux.status !== 0) return "tmux 3.2 or later is needed: install it with your system's package manager.";
  const version = /(\d+)\.(\d+)/.exec(tmux.stdout);
  if (version && Number(version[1]) * 100 + Number(version[2]) < 302) {
    return `tmux 3.2 or later is needed; this is ${tmux.stdout.trim()}.`;
  }
  return undefined;
}
