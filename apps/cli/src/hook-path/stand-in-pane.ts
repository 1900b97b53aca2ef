import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { claudeAdapter } from "@hexokit/adapter-claude";
import { buildWrapperCommand, forwarderPath, installDataDirectory, machineDirectory } from "@hexokit/core";

/**
 * For tests: a private tmux server whose pane runs a shell at a path that Claude Code's adapter takes for the
 * agent. The shell runs installed hook commands as its children, as the harness would, with the built hook.
 */

const built = fileURLToPath(new URL("../../dist/", import.meta.url));

/** How a hook run ended. */
export interface HookRun {
  readonly status: number;
  readonly output: string;
  readonly milliseconds: number;
}

export interface HookOrder {
  readonly event: string;
  readonly payload: string | Buffer;
  /** Assignments before the command, in shell syntax. */
  readonly environment?: string;
  /** Shell command that feeds the payload instead of a file. */
  readonly input?: string;
  /** Shell words that run the hook below a further process. */
  readonly through?: string;
}

export interface StandInPane {
  readonly folder: string;
  readonly home: string;
  readonly socket: string;
  readonly serverPid: number;
  readonly paneId: string;
  readonly panePid: number;
  readonly standIn: string;
  tmux(...command: readonly string[]): string;
  option(name: string, paneId?: string): string;
  /** Runs hooks one after the other, or all at once. */
  run(orders: readonly HookOrder[], how?: "in-turn" | "at-once"): Promise<readonly HookRun[]>;
  /** The memory line of this pane; empty when there is none. */
  memory(): string;
  close(): void;
}

function bundles(): { name: string; text: string }[] {
  return ["hook.cjs", "hook-runtime.cjs", "hooks/claude.cjs"].map((name) => ({
    name,
    text: readFileSync(join(built, name), "utf8"),
  }));
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

async function until<Value>(what: string, seconds: number, look: () => Value | undefined): Promise<Value> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = look();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`${what} did not happen in ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Opens the pane; give it back with `close`. */
export async function openStandInPane(): Promise<StandInPane> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hexokit-hook-")));
  const home = join(folder, "home");
  const socket = join(folder, "socket");
  const standIn = join(folder, claudeAdapter.standIn.path);
  mkdirSync(dirname(standIn), { recursive: true });
  mkdirSync(home);
  copyFileSync("/bin/sh", standIn);
  const data = join(home, ".local/share/hexokit");
  const { version } = JSON.parse(readFileSync(join(built, "../package.json"), "utf8"));
  installDataDirectory(data, { version, node: process.execPath, bundles: bundles() });
  const forwarder = forwarderPath(data, home);
  const orders = join(folder, "orders");
  execFileSync("mkfifo", [orders]);
  const loop = join(folder, "loop.sh");
  writeFileSync(
    loop,
    `exec 3<>${orders}\necho ready > ${folder}/ready\nwhile read -r order <&3; do /bin/sh "$order"; done\n`,
  );
  const environment = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    TERM: "screen",
    LANG: "C.UTF-8",
    SHELL: "/bin/sh",
  };
  const tmux = (...command: readonly string[]): string =>
    execFileSync("tmux", ["-u", "-S", socket, "-f", "/dev/null", ...command], {
      encoding: "utf8",
      env: environment,
    }).trimEnd();
  // Not by `exec`: the pane's first process is a plain shell, as for a person.
  tmux("new-session", "-d", "-s", "main", "-x", "120", "-y", "30", `'${standIn}' ${loop}; true`);
  await until("the stand-in", 10, () => (existsSync(join(folder, "ready")) ? true : undefined));
  const [serverPid, paneId = "", panePid] = tmux(
    "display-message",
    "-p",
    "#{pid} #{pane_id} #{pane_pid}",
  ).split(" ");
  const panes = machineDirectory().panes;
  const ownFiles = () =>
    existsSync(panes) ? readdirSync(panes).filter((name) => name.startsWith(`${serverPid}.`)) : [];

  let count = 0;
  const write = ({
    event,
    payload,
    environment: assignments = "",
    input,
    through = "",
  }: HookOrder): string => {
    count += 1;
    const base = join(folder, `run-${count}`);
    writeFileSync(`${base}.payload`, payload);
    const command = buildWrapperCommand({ provider: "claude", event, forwarder });
    const feed = input === undefined ? ` < ${base}.payload` : "";
    const pipe = input === undefined ? "" : `${input.replaceAll("$PAYLOAD", `${base}.payload`)} | `;
    const now = "$(date +%s%3N)";
    const hook = `env ${assignments} ${through} /bin/sh -c ${quote(command)} > ${base}.output 2>&1`;
    return `${pipe}{ s=${now}; ${hook}; echo "$? $((${now} - s))" > ${base}.part; mv ${base}.part ${base}.done; }${feed}`;
  };

  const run: StandInPane["run"] = async (list, how = "in-turn") => {
    const first = count + 1;
    const lines = list.map(write);
    const order = join(folder, `order-${first}.sh`);
    const script =
      how === "in-turn" ? lines.join("\n") : `${lines.map((line) => `( ${line} ) &`).join("\n")}\nwait`;
    writeFileSync(order, `${script}\n`);
    appendFileSync(orders, `${order}\n`);
    const runs: HookRun[] = [];
    for (let index = first; index < first + list.length; index += 1) {
      const done = join(folder, `run-${index}.done`);
      const [status, milliseconds] = await until(`hook ${index}`, 20 + list.length, () =>
        existsSync(done) ? readFileSync(done, "utf8").trim().split(" ").map(Number) : undefined,
      );
      runs.push({
        status: status ?? -1,
        milliseconds: milliseconds ?? -1,
        output: readFileSync(join(folder, `run-${index}.output`), "utf8"),
      });
    }
    return runs;
  };

  return {
    folder,
    home,
    socket,
    serverPid: Number(serverPid),
    paneId,
    panePid: Number(panePid),
    standIn,
    tmux,
    option: (name, pane = paneId) => tmux("show-options", "-pqvt", pane, name),
    run,
    memory() {
      const name = ownFiles().find((file) => /-\d+\.\d+$/.test(file) && file.includes(`-${panePid}.`));
      return name === undefined ? "" : readFileSync(join(panes, name), "utf8");
    },
    close() {
      try {
        process.kill(Number(serverPid), "SIGCONT");
        tmux("kill-server");
      } catch {
        // The test ended it.
      }
      for (const name of ownFiles()) rmSync(join(panes, name), { force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A payload of an event, with the members that matter. */
export function payloadOf(event: string, members: Readonly<Record<string, unknown>> = {}): string {
  return `${JSON.stringify({ session_id: "11111111-2222", hook_event_name: event, cwd: "/home/user/project", ...members })}\n`;
}

/** An order for an event with {@link payloadOf}. */
export function order(
  event: string,
  members: Readonly<Record<string, unknown>> = {},
  more: Partial<HookOrder> = {},
): HookOrder {
  return { event, payload: payloadOf(event, members), ...more };
}
