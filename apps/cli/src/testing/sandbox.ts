import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { claudeAdapter } from "@hexokit/adapter-claude";

/** The built program. */
export const program = fileURLToPath(new URL("../../dist/bin.cjs", import.meta.url));

export interface Run {
  readonly status: number | null;
  readonly output: string;
  readonly complaints: string;
}

/** A home of its own with a tmux of its own, and nothing of the caller's environment. */
export interface Sandbox {
  readonly home: string;
  /** First on PATH. */
  readonly bin: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Claude Code's settings. */
  readonly settings: string;
  readonly data: string;
  /** Runs `rk` without a terminal. */
  rk(words: readonly string[], environment?: Readonly<Record<string, string>>): Run;
  write(path: string, text: string): void;
  read(path: string): string | undefined;
  /** A tmux client of the private server; starts it with `new-session`. */
  tmux(...words: readonly string[]): string;
  readonly socket: string;
  /** A shell command that runs a program which counts as Claude Code, until its input ends. */
  readonly standIn: string;
  close(): void;
}

export function openSandbox(): Sandbox {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "rk-test-")));
  const bin = join(home, "bin");
  mkdirSync(bin);
  mkdirSync(join(home, "tmux"), { mode: 0o700 });
  const environment = {
    HOME: home,
    PATH: `${bin}:/usr/bin:/bin:${dirname(process.execPath)}`,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    SHELL: "/bin/sh",
    TMUX_TMPDIR: join(home, "tmux"),
  };
  writeFileSync(join(bin, "claude"), "#!/bin/sh\necho '2.1.332 (Claude Code)'\n", { mode: 0o755 });
  const standIn = join(home, claudeAdapter.standIn.path);
  mkdirSync(dirname(standIn), { recursive: true });
  copyFileSync("/bin/sh", standIn);
  chmodSync(standIn, 0o755);
  const tmux = (...words: readonly string[]): string =>
    execFileSync("tmux", ["-u", "-L", "sandbox", "-f", "/dev/null", ...words], {
      encoding: "utf8",
      env: environment,
      stdio: "pipe",
    }).trimEnd();
  return {
    home,
    bin,
    environment,
    settings: join(home, ".claude/settings.json"),
    data: join(home, ".local/share/hexokit"),
    rk(words, more = {}) {
      const run = spawnSync(process.execPath, [program, ...words], {
        cwd: home,
        encoding: "utf8",
        env: { ...environment, ...more },
        input: "",
        timeout: 30_000,
      });
      return { status: run.status, output: run.stdout, complaints: run.stderr };
    },
    write(path, text) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    },
    read(path) {
      try {
        return readFileSync(path, "utf8");
      } catch {
        return undefined;
      }
    },
    tmux,
    socket: join(home, "tmux", `tmux-${process.getuid?.()}`, "sandbox"),
    standIn: `'${standIn}' -c 'read -r line; read -r line'`,
    close() {
      try {
        tmux("kill-server");
      } catch {
        // The test had none, or ended it.
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Looks until there is something to see. */
export async function until<Value>(
  what: string,
  look: () => Value | undefined,
  seconds = 10,
): Promise<Value> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = look();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`${what} did not happen in ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
