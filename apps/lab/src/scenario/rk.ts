import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { addProgram, type Sandbox } from "../sandbox/sandbox.js";
import type { Pane } from "../tmux/pane.js";
import type { AgentState } from "./agent-state.js";

/** The built product. */
const program =
  process.env.HEXOKIT_LAB_RK ??
  fileURLToPath(new URL("dist/bin.cjs", import.meta.resolve("hexokit/package.json")));

/** @throws Error when the product was not built */
export function requireProduct(): void {
  if (!existsSync(program)) throw new Error("the product is not built: run `pnpm build`");
}

/** What `rk agent list --json` says of one agent. */
export interface ListedAgent {
  readonly pane: string | undefined;
  readonly socket: string | undefined;
  readonly state: AgentState;
  readonly reason: string | undefined;
  /** `<provider>:<ref>` */
  readonly session: string | undefined;
  readonly pid: number | undefined;
}

export interface ProgramRun {
  readonly code: number;
  readonly output: string;
  readonly complaints: string;
}

/** The product as a person in the sandbox has it. */
export class Rk {
  /** The program's file, for those who start it themselves. */
  readonly programPath = program;
  readonly #sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    addProgram(sandbox, "rk", `exec '${process.execPath}' '${program}' "$@"`);
  }

  /** Runs it; a failure is a result, not an exception. */
  run(
    parameters: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ProgramRun> {
    const options = {
      env: { ...this.#sandbox.environment, ...environment },
      cwd: this.#sandbox.project,
      timeout: 60_000,
      maxBuffer: 16 * 1024 * 1024,
    };
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...parameters], options, (error, output, complaints) => {
        const code = error ? (typeof error.code === "number" ? error.code : 1) : 0;
        resolve({ code, output, complaints });
      });
    });
  }

  /** Installs the hooks as a person would. @throws Error with what the product said */
  async setUp(harness: string): Promise<void> {
    const { code, output, complaints } = await this.run(["agent", "setup", harness, "--yes"]);
    if (code !== 0) throw new Error(`rk agent setup failed with ${code}:\n${output}${complaints}`);
  }

  /**
   * The list; asked again while it says itself that the tmux server of this socket did not answer, as on a machine
   * under load. @throws Error with what the product printed when it failed, or when the server stays silent
   */
  async list(socket: string): Promise<readonly ListedAgent[]> {
    for (let tries = 1; ; tries += 1) {
      const { code, output, complaints } = await this.run(["agent", "list", "--json"]);
      if (code !== 0) throw new Error(`rk agent list --json failed with ${code}: ${output}${complaints}`);
      const answer: ListAnswer = JSON.parse(output);
      const isLive = answer.servers.some((server) => server.socket === socket && server.status === "live");
      if (isLive) return readList(answer);
      if (tries === 10) throw new Error("this machine is too slow: rk got no answer of the tmux server");
    }
  }

  /** All evidence for one pane, as text. */
  async explain(pane: Pane): Promise<string> {
    const socket = await pane.server.socketPath();
    const { output, complaints } = await this.run(["agent", "explain", pane.id], { TMUX: `${socket},0,0` });
    return `${output}${complaints}`.trimEnd();
  }
}

interface ListAnswer {
  readonly agents: readonly Record<string, unknown>[];
  readonly servers: readonly { readonly socket: string; readonly status: string }[];
}

function readList(answer: ListAnswer): ListedAgent[] {
  return answer.agents.map((agent) => ({
    pane: text(agent.pane),
    socket: text(agent.socket),
    state: (text(agent.state) ?? "unknown") as AgentState,
    reason: text(agent.reason),
    session: sessionOf(text(agent.provider), text(agent.session)),
    pid: typeof agent.pid === "number" ? agent.pid : undefined,
  }));
}

function sessionOf(provider: string | undefined, session: string | undefined): string | undefined {
  return session === undefined ? undefined : `${provider}:${session}`;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
