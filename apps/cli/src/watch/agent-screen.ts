import { emitKeypressEvents, type Key } from "node:readline";
import { type AgentList, type AgentReading, runTmux } from "@hexokit/core";
import type { Context, Ending } from "../context.js";
import { whatOf } from "../list/agent-rows.js";
import { targetOf } from "../list/read-list.js";
import { jump } from "./jump.js";
import { type ScreenState, screenLines } from "./screen-lines.js";

export interface ScreenOptions {
  /** Ends the watching. */
  stop(): void;
  /** Typing filters, the selected agent is previewed, and Enter leaves. */
  readonly picks: boolean;
  /** The tmux client to move; default: the one that shows us. */
  readonly client?: string;
}

const control = "\u001b[";
const enter = `${control}?1049h${control}?25l`;
const leave = `${control}?25h${control}?1049l`;

/** Ages grow without anything happening. */
const redrawInterval = 1000;

function matches(agent: AgentReading, filter: string): boolean {
  const { displayName, state, session = "", pane } = agent;
  const text = [displayName, state, session, targetOf(pane), pane.path, pane.title, whatOf(agent, undefined)];
  return filter
    .toLowerCase()
    .split(" ")
    .every((word) => text.join(" ").toLowerCase().includes(word));
}

/** The last lines of the pane's screen that say something. */
async function capture({ pane }: AgentReading): Promise<readonly string[]> {
  const { ok, output } = await runTmux({ socket: pane.socket, serverPid: pane.serverPid }, [
    "capture-pane",
    "-p",
    "-t",
    pane.paneId,
  ]);
  return ok ? output.trimEnd().split("\n") : [];
}

class AgentScreen {
  readonly #context: Context;
  readonly #why: (agent: AgentReading) => string | undefined;
  readonly #options: ScreenOptions;
  #state: ScreenState;

  constructor(context: Context, why: (agent: AgentReading) => string | undefined, options: ScreenOptions) {
    this.#context = context;
    this.#why = why;
    this.#options = options;
    const list: AgentList = { agents: [], unplaced: [], servers: [], memoryProblem: undefined };
    this.#state = {
      list,
      shown: [],
      selected: 0,
      filter: "",
      preview: [],
      message: "",
      picks: options.picks,
    };
  }

  draw(): void {
    const { columns = 80, rows = 24 } = process.stdout;
    const lines = screenLines(this.#context, this.#state, this.#why, { columns, rows }, Date.now());
    process.stdout.write(`${control}H${lines.map((line) => `${line}${control}K`).join("\r\n")}${control}J`);
  }

  /** The same agent stays selected, wherever it now stands. */
  show(list: AgentList, filter = this.#state.filter): void {
    const before = this.#selected();
    const shown = list.agents.filter((agent) => matches(agent, filter));
    const found = shown.findIndex(
      ({ pane }) => pane.paneId === before?.pane.paneId && pane.serverPid === before.pane.serverPid,
    );
    this.#state = { ...this.#state, list, shown, filter, selected: Math.max(0, found) };
    this.#refreshPreview();
    this.draw();
  }

  #selected(): AgentReading | undefined {
    return this.#state.shown[this.#state.selected];
  }

  #move(step: number): void {
    const { shown, selected } = this.#state;
    const next = Math.max(0, Math.min(shown.length - 1, selected + step));
    this.#state = { ...this.#state, selected: next, message: "" };
    this.#refreshPreview();
    this.draw();
  }

  #refreshPreview(): void {
    const agent = this.#selected();
    if (!this.#options.picks || agent === undefined) return;
    void capture(agent).then((preview) => {
      if (this.#selected()?.pane.paneId !== agent.pane.paneId) return;
      this.#state = { ...this.#state, preview };
      this.draw();
    });
  }

  async #jump(): Promise<void> {
    const agent = this.#selected();
    if (agent === undefined) return;
    const message = await jump(this.#context, agent, this.#options.client).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    if (message === undefined && this.#options.picks) {
      this.#options.stop();
      return;
    }
    this.#state = { ...this.#state, message: message ?? "" };
    this.draw();
  }

  press(text: string | undefined, { name, ctrl, meta }: Key): void {
    const { picks } = this.#options;
    const { filter, list } = this.#state;
    if ((ctrl === true && name === "c") || name === "escape" || (!picks && name === "q"))
      this.#options.stop();
    else if (name === "up" || (ctrl === true && name === "p") || (!picks && name === "k")) this.#move(-1);
    else if (name === "down" || (ctrl === true && name === "n") || (!picks && name === "j")) this.#move(1);
    else if (name === "return" || name === "enter") void this.#jump();
    else if (!picks) return;
    else if (name === "backspace") this.show(list, filter.slice(0, -1));
    else if (ctrl === true && name === "u") this.show(list, "");
    else if (ctrl !== true && meta !== true && text !== undefined && /^[^\p{Cc}]$/u.test(text))
      this.show(list, filter + text);
  }
}

/** A full-screen table that follows the lists until it is left. The terminal is as before afterwards. */
export async function showScreen(
  context: Context,
  lists: AsyncIterable<AgentList>,
  why: (agent: AgentReading) => string | undefined,
  options: ScreenOptions,
): Promise<Ending> {
  const screen = new AgentScreen(context, why, options);
  const { stdin, stdout } = process;
  const onKey = (text: string | undefined, key: Key): void => screen.press(text, key);
  const redraw = (): void => screen.draw();
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.on("keypress", onKey);
  stdin.once("end", options.stop);
  stdin.resume();
  stdout.on("resize", redraw);
  stdout.write(enter);
  const timer = setInterval(redraw, redrawInterval);
  try {
    redraw();
    for await (const list of lists) screen.show(list);
  } finally {
    clearInterval(timer);
    stdout.off("resize", redraw);
    stdin.off("keypress", onKey);
    stdin.setRawMode(false);
    stdin.pause();
    stdout.write(leave);
  }
  return "ok";
}
