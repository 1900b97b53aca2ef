import { existsSync, rmSync } from "node:fs";
import { systemProcesses } from "@hexokit/core";
import type { CachedHarness } from "../harness-cache.js";
import { type ModelServer, startModelServer } from "../model/model-server.js";
import { createSandbox, removeSandbox, type Sandbox } from "../sandbox/sandbox.js";
import type { Pane } from "../tmux/pane.js";
import { TmuxServer } from "../tmux/tmux-server.js";
import { AgentPane } from "./agent-pane.js";
import { stateOfOption } from "./agent-state.js";
import type { Cell, Reading } from "./cell.js";
import { clock } from "./evidence.js";
import type { HarnessDriver } from "./harness-driver.js";
import { type RecordedHook, readRecordedHooks } from "./recorder.js";
import { Rk } from "./rk.js";
import { screen, type View } from "./sight.js";

export interface LabOptions {
  readonly scenario: string;
  readonly harness: CachedHarness;
  /** Leave the home as empty as a new user's, with no hooks and no answers to dialogs. */
  readonly bare?: boolean;
}

const openLabs = new Set<Lab>();

/** For a run that is given up: nothing of it stays. */
export async function closeAllLabs(): Promise<void> {
  await Promise.all([...openLabs].map((lab) => lab.close()));
}

/** The world of one scenario: a home, a model, a tmux server, and the cells that came out. */
export class Lab {
  readonly driver: HarnessDriver;
  readonly sandbox: Sandbox;
  readonly model: ModelServer;
  readonly tmux: TmuxServer;
  readonly rk: Rk;
  readonly cells: Cell[] = [];
  readonly #options: LabOptions;
  readonly #agents: AgentPane[] = [];
  readonly #servers: TmuxServer[] = [];

  private constructor(driver: HarnessDriver, model: ModelServer, options: LabOptions) {
    this.driver = driver;
    this.model = model;
    this.#options = options;
    const { binaries, node } = options.harness;
    this.sandbox = createSandbox({
      path: [binaries, ...(node === undefined ? [] : [node])],
      environment: driver.environment(model.url),
    });
    this.rk = new Rk(this.sandbox);
    this.tmux = this.newServer();
  }

  /** Prepares a world: dialogs answered, recorder and the product's hooks installed (unless `bare`). */
  static async open(driver: HarnessDriver, options: LabOptions): Promise<Lab> {
    const lab = new Lab(driver, await startModelServer(driver.model), options);
    openLabs.add(lab);
    try {
      if (!options.bare) {
        lab.seed();
        await lab.setUp();
      }
    } catch (error) {
      await lab.close();
      throw error;
    }
    return lab;
  }

  /** Answers the first start's dialogs beforehand and installs the recorder. */
  seed(): void {
    this.driver.seed(this.sandbox, { harness: this.#options.harness, modelUrl: this.model.url });
    this.driver.record(this.sandbox);
  }

  /** Installs our hooks through the product itself. */
  setUp(): Promise<void> {
    return this.rk.setUp(this.driver.id);
  }

  /** Another private tmux server of the same user. */
  newServer(): TmuxServer {
    const server = new TmuxServer(this.sandbox);
    this.#servers.push(server);
    return server;
  }

  /** Where the harness is installed: holds `node_modules`. */
  get harnessFolder(): string {
    return this.#options.harness.folder;
  }

  /** A pane to do things in; the first one starts the server. */
  async open(place?: Pane): Promise<AgentPane> {
    const first = this.#agents.length === 0;
    const agent = this.adopt(place ?? (first ? await this.tmux.start() : await this.tmux.newWindow()));
    await agent.sees(screen(/ready\$/));
    return agent;
  }

  /** A pane that something else made. */
  adopt(pane: Pane): AgentPane {
    const agent = new AgentPane(this, pane);
    this.#agents.push(agent);
    return agent;
  }

  /** A pane in which the harness was started with these parameters, at its prompt. */
  async start(parameters = "", place?: Pane): Promise<AgentPane> {
    const agent = await this.open(place);
    await agent.run(`${this.driver.program} ${parameters}`.trim());
    await this.arrive(agent);
    return agent;
  }

  /** Takes an agent that was just started to its prompt. */
  async arrive(agent: AgentPane): Promise<void> {
    await this.driver.arrive?.(agent, this.sandbox);
    await agent.sees(screen(this.driver.ready), 30_000);
  }

  /** Completes the cells of all panes: the second reading of their last steps. */
  async settle(): Promise<void> {
    for (const agent of this.#agents) await agent.settle();
  }

  addCell(cell: Omit<Cell, "scenario">): void {
    this.cells.push({ scenario: this.#options.scenario, ...cell });
  }

  /** A check of something else than an agent's state: right when it finds no problem. */
  async expect(step: string, problem: () => Promise<string | undefined>): Promise<void> {
    await this.settle();
    const found = await problem();
    this.addCell({
      step,
      gap: undefined,
      after: undefined,
      verdict: found === undefined ? "right" : "wrong",
      problems: found === undefined ? [] : [found],
      evidence: undefined,
    });
  }

  /** What the list and the raw option say of a pane now. */
  async read(pane: Pane, when: Reading["when"]): Promise<Reading & { readonly pid: number | undefined }> {
    const socket = await pane.server.socketPath().catch(() => "");
    const [option, agents] = await Promise.all([
      pane.server.paneOption(pane, "@rk_pane_agent_state"),
      this.rk.list(socket),
    ]);
    const agent = agents.find((row) => row.pane === pane.id && row.socket === socket);
    return {
      when,
      state: agent?.state ?? "none",
      reason: agent?.reason,
      session: agent?.session,
      pid: agent?.pid,
      option: stateOfOption(option),
    };
  }

  explain(pane: Pane): Promise<string> {
    return this.rk.explain(pane).catch((error: Error) => error.message);
  }

  /** `<provider>:<ref>` as the harness's own record names it for a process. */
  sessionOf(pid: number | undefined): string | undefined {
    const status = this.driver.statuses(this.sandbox).find((record) => record.pid === pid);
    return status === undefined ? undefined : `${this.driver.id}:${status.session}`;
  }

  isAgent(pid: number): boolean {
    const process = systemProcesses().read(pid);
    return process !== undefined && this.driver.adapter.translator.recognise(process) === "agent";
  }

  /** What the lab's own recorder kept, oldest first. */
  recorded(): readonly RecordedHook[] {
    return readRecordedHooks(this.sandbox);
  }

  view(): Pick<View, "model" | "isRunning" | "hookRan"> {
    return {
      model: this.model.log,
      hookRan: (event, since) => this.recorded().find((hook) => hook.event === event && hook.at >= since)?.at,
      isRunning: (pid) => existsSync(`/proc/${pid}/stat`),
    };
  }

  /** The newest recorded hooks, one line each. */
  hookLines(count: number): readonly string[] {
    return this.recorded()
      .slice(-count)
      .map(({ at, event, facts, payload }) => {
        const telling = ["agent_id", "tool_name", "source", "reason", "notification_type", "error"] as const;
        const words = telling.flatMap((key) =>
          payload[key] === undefined ? [] : [`${key}=${payload[key]}`],
        );
        return `${clock(at)} ${event} ${words.join(" ")} {${facts}}`;
      });
  }

  /** Ends everything that was started here and removes the files. */
  async close(): Promise<void> {
    openLabs.delete(this);
    const leftovers = this.driver.leftovers?.(this.sandbox) ?? [];
    for (const server of this.#servers) await server.kill();
    await removeSandbox(this.sandbox);
    for (const folder of leftovers) rmSync(folder, { recursive: true, force: true });
    await this.model.stop();
  }
}
