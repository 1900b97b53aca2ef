import { spawn } from "node:child_process";
import type { JsonFields } from "@hexokit/core/hook";

/** One event as the hook gets it; see `opencode-payloads.ts`. */
export interface Report {
  readonly event: string;
  readonly root: string;
  readonly failed?: true;
  readonly properties: JsonFields;
}

/** Milliseconds after which a hook that hangs is ended: a hook of ours takes 0.1 s, and bounds itself below 1.5 s. */
const hookTimeout = 3000;

/** As the installed commands do it: the forwarder is read by a shell, as `$1` and `$2` harness and event. */
const script = '[ -r "$0" ] && hexokit_hook=$0 && . "$hexokit_hook" >/dev/null 2>&1';

/**
 * Gives one event to the forwarder, as every other harness's command does. Resolves when the hook has ended,
 * whatever became of it; never rejects.
 */
export async function sendReport(forwarder: string, { event, ...payload }: Report): Promise<void> {
  await new Promise<void>((resolve) => {
    try {
      // A session of its own: Ctrl-C at `opencode run` is not meant for the hook.
      const hook = spawn("/bin/sh", ["-c", script, forwarder, "opencode", event], {
        stdio: ["pipe", "ignore", "ignore"],
        detached: true,
      });
      const timer = setTimeout(() => hook.kill("SIGKILL"), hookTimeout);
      const done = (): void => {
        clearTimeout(timer);
        resolve();
      };
      hook.on("error", done);
      hook.on("close", done);
      hook.stdin.on("error", () => {});
      hook.stdin.end(JSON.stringify(payload));
    } catch {
      resolve();
    }
  });
}
