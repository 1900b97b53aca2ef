import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machineDirectory } from "@hexokit/core";

/** How to start a program that does not see the user's tmux servers, nor what hooks keep about them. */
export interface HiddenTmux {
  /** Put between the network's prefix and the program. */
  readonly prefix: readonly string[];
  /** One sentence for the person. */
  readonly note: string;
  remove(): void;
}

/**
 * Lays empty folders over those folders, in a mount namespace of its own (Linux, where it is allowed).
 * @param network prefix under which it is tried
 */
export function hideTmux(network: readonly string[]): HiddenTmux {
  const cover = mkdtempSync(join(tmpdir(), "hexokit-cover-"));
  const remove = () => rmSync(cover, { recursive: true, force: true });
  const folders = [`/tmp/tmux-${process.getuid?.() ?? 0}`, machineDirectory().path].filter(existsSync);
  const mounts = folders.map((folder, index) => {
    const empty = join(cover, String(index));
    mkdirSync(empty, { mode: 0o700 });
    return `mount --bind '${empty}' '${folder}'`;
  });
  const shell = [...network, "unshare", "--mount", "sh", "-c"];
  const [program = "", ...parameters] = [...shell, ["true", ...mounts].join(" && ")];
  if (spawnSync(program, parameters, { stdio: "ignore" }).status === 0) {
    const prefix = ["unshare", "--mount", "sh", "-c", `${mounts.join("; ")}\nexec "$@"`, "without-tmux"];
    return { prefix, note: "Your own tmux servers are out of its sight.", remove };
  }
  return { prefix: [], note: "Agents in your own tmux, if there are any, are in the list, too.", remove };
}
