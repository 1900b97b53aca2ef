import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import {
  hostEnvironment,
  machineDirectoryAt,
  readAgents,
  runHook,
  systemHost,
  systemProcesses,
} from "@hexokit/core";
import { type FakeAppServer, fakeAppServer } from "./codex-fake-app-server.js";
import { codexAdapter, translator } from "./index.js";

/** For tests: a tmux server with TUIs, and a daemon beside it, all of them stand-ins for Codex by their program. */
export interface DaemonMachine {
  readonly server: () => FakeAppServer | undefined;
  /** Starts the app-server's socket. `origins`: the pane whose TUI loaded each thread; "gone" is a dead port. */
  serve(origins: Readonly<Record<string, string>>): Promise<void>;
  /** Opens a pane with a TUI; gives the pane's id. */
  openTui(...words: readonly string[]): Promise<string>;
  tuiPid(pane: string): number;
  /** Runs one hook below the daemon. */
  hook(event: string, session: string, more?: Record<string, unknown>): Promise<void>;
  options(pane: string): { state: string; session: string };
  list(): ReturnType<typeof readAgents>;
  stopDaemon(): Promise<void>;
  /** What the hook inherits from the daemon. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

const tuiScript = `const server = require("node:net").createServer();
server.listen(0, "127.0.0.1", () =>
  require("node:fs").writeFileSync(process.env.PORTS + process.env.TMUX_PANE, String(server.address().port)));`;

const daemonScript = `require("node:readline").createInterface({ input: process.stdin }).on("line", () => {
  const child = require("node:child_process").spawn("sleep", ["100"]);
  console.log(child.pid);
});`;

async function until<Value>(look: () => Value | undefined): Promise<Value> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const value = look();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error("it did not happen in 20 s");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A process whose program is Codex by its path, and Node by what it does. */
function placeProgram(folder: string): string {
  const program = join(folder, codexAdapter.standIn.path);
  mkdirSync(dirname(program), { recursive: true });
  try {
    linkSync(realpathSync(process.execPath), program);
  } catch {
    copyFileSync(process.execPath, program);
  }
  return program;
}

export async function openDaemonMachine(): Promise<DaemonMachine> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hexokit-daemon-")));
  const home = join(folder, "codex");
  const socket = join(folder, `tmux-${process.getuid?.()}`, "s");
  mkdirSync(home);
  mkdirSync(dirname(socket), { mode: 0o700 });
  const program = placeProgram(folder);
  writeFileSync(join(folder, "tui"), tuiScript);
  writeFileSync(join(folder, "app-server"), daemonScript);
  const environment = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    CODEX_HOME: home,
    PORTS: join(folder, "port"),
  };
  const tmux = (...command: readonly string[]): string =>
    execFileSync("tmux", ["-u", "-S", socket, "-f", "/dev/null", ...command], {
      encoding: "utf8",
      env: { ...environment, TERM: "screen", SHELL: "/bin/sh" },
    }).trimEnd();
  const daemon: ChildProcess = spawn(program, ["app-server"], {
    cwd: folder,
    env: environment,
    detached: true,
  });
  if (daemon.stdout === null || daemon.stdin === null) throw new Error("no pipes");
  const answers = createInterface({ input: daemon.stdout })[Symbol.asyncIterator]();
  const hooks: number[] = [];
  const directory = machineDirectoryAt(join(folder, "machine"));
  const processes = systemProcesses();
  const pids = new Map<string, number>();
  let server: FakeAppServer | undefined;
  const portOf = (pane: string | undefined): number =>
    pane === undefined || pane === "gone" ? 9 : Number(readFileSync(join(folder, `port${pane}`), "utf8"));
  const machine: DaemonMachine = {
    environment: {},
    server: () => server,
    async serve(origins) {
      await server?.close();
      rmSync(join(home, "app-server-control"), { recursive: true, force: true });
      server = await fakeAppServer(home, ({ id, method, params, send }) => {
        const thread = String(params.threadId);
        const httpOrigin = `http://127.0.0.1:${portOf(origins[thread])}`;
        if (method === "thread/loaded/list") send({ id, result: { data: Object.keys(origins) } });
        else if (method === "mcpServerStatus/list" && origins[thread] !== undefined)
          send({ id, result: { data: [{ name: "codex_tui", httpOrigin }] } });
        else send({ id, error: { code: -32_600 } });
      });
    },
    async openTui(...words) {
      const start =
        pids.size === 0 ? ["new-session", "-d", "-s", "main"] : ["new-window", "-d", "-t", "main:"];
      const [pane = "", pid] = tmux(
        ...start,
        "-P",
        "-F",
        "#{pane_id} #{pane_pid}",
        `exec ${program} ${[join(folder, "tui"), ...words].join(" ")}`,
      ).split(" ");
      pids.set(pane, Number(pid));
      await until(() => (existsSync(join(folder, `port${pane}`)) ? true : undefined));
      return pane;
    },
    tuiPid: (pane) => pids.get(pane) ?? 0,
    async hook(event, session, more = {}) {
      daemon.stdin?.write("\n");
      const pid = Number((await answers.next()).value);
      hooks.push(pid);
      await until(() => processes.read(pid));
      const runtime = {
        processes,
        directory,
        environment: machine.environment,
        pid,
        translator,
        recognisers: () => [translator.recognise],
        now: Date.now,
        report: () => {},
      };
      await runHook(runtime, event, {
        session_id: session,
        hook_event_name: event,
        turn_id: `${session}-1`,
        ...more,
      });
    },
    options: (pane) => ({
      state: tmux("show-options", "-pqvt", pane, "@rk_pane_agent_state").replace(/:\d+:/, ":"),
      session: tmux("show-options", "-pqvt", pane, "@rk_pane_agent_session"),
    }),
    async list() {
      const host = systemHost(hostEnvironment({ TMUX_TMPDIR: folder }, folder, folder), systemProcesses());
      const sources = { adapters: [codexAdapter], processes: systemProcesses(), directory, host };
      for (;;) {
        const all = await readAgents(sources);
        // On a busy machine a tmux client may take longer than a reader waits for it.
        if (all.servers.some((one) => one.socket === socket && one.kind === "not-answering")) continue;
        return { ...all, agents: all.agents.filter(({ pane }) => pane.socket === socket) };
      }
    },
    async stopDaemon() {
      daemon.kill("SIGKILL");
      await until(() => (processes.read(daemon.pid ?? 0) === undefined ? true : undefined));
    },
    async close() {
      await server?.close();
      daemon.kill("SIGKILL");
      for (const pid of hooks) {
        try {
          process.kill(pid);
        } catch {
          // It ended with the daemon.
        }
      }
      try {
        tmux("kill-server");
      } catch {
        // The last pane ended it.
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return machine;
}
