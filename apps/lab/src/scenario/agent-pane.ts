import { setTimeout as sleep } from "node:timers/promises";
import { scriptPrompt } from "../model/script.js";
import { childrenOf, describeProcess } from "../sandbox/processes.js";
import type { Frame, Pane } from "../tmux/pane.js";
import type { AgentState } from "./agent-state.js";
import { judge, listProblems, optionProblems, type Reading } from "./cell.js";
import { collectEvidence } from "./evidence.js";
import type { Lab } from "./lab.js";
import { type Sight, screen, screenHolds, type View } from "./sight.js";

export interface Expectation {
  /** How the real transition is known. */
  readonly seen: Sight;
  readonly reason?: "permission" | "question" | "plan" | "error" | "background";
  /** What the raw option must say, where hooks alone cannot know the state. The same state when absent. */
  readonly hooks?: AgentState | "unknowable";
  /** Id of a gap that the adapter declares: the list must be off here. */
  readonly gap?: string;
  /** Milliseconds until the transition must have been seen. */
  readonly within?: number;
  /** Words for the table; made from the state when absent. */
  readonly step?: string;
}

interface PendingCheck {
  readonly state: AgentState;
  readonly expectation: Expectation;
  readonly after: number;
  readonly list: string[];
  readonly option: string[];
  evidence: string | undefined;
}

/** Thrown when a transition was never seen: the rest of the scenario makes no sense then. */
export class NeverSeen extends Error {
  override readonly name = "NeverSeen";
}

const settled = 1000;

/** Nothing runs in the pane's shell: what is typed now is for the shell. */
function shellIsFree(shell: number): Sight {
  return {
    what: "the shell at its prompt",
    look: () => (childrenOf(shell).length === 0 ? Date.now() : undefined),
  };
}

/** One pane with an agent: what a person does in it, and what must be true then. */
export class AgentPane {
  readonly pane: Pane;
  readonly #lab: Lab;
  #since = Date.now();
  #prompts = 0;
  #lastStep = "start";
  #pending: PendingCheck | undefined;

  constructor(lab: Lab, pane: Pane) {
    this.#lab = lab;
    this.pane = pane;
  }

  /** Types a command line at the shell, once that is there. */
  async run(command: string): Promise<void> {
    await this.step(`run ${command}`, async () => {
      await this.#wait(shellIsFree(this.pane.shellPid), 10_000);
      this.#since = Date.now();
      await this.pane.type(command);
      await this.pane.press("Enter");
    });
  }

  /** Types a prompt that makes the model take these steps, and sends it. */
  async prompt(...steps: readonly string[]): Promise<void> {
    this.#prompts += 1;
    const mark = `(${this.#prompts})`;
    await this.submit(`${scriptPrompt(...steps)} ${mark}`, `prompt: ${steps.join(" · ")}`);
  }

  /** Types a line at the agent's prompt and sends it once the agent shows it. */
  async submit(line: string, name = line): Promise<void> {
    await this.step(name, async () => {
      await this.pane.type(line);
      await this.#wait(screenHolds(line.slice(-12)), 5000);
      // Right behind quick letters some take Enter for a part of pasted text.
      await sleep(200);
      this.#since = Date.now();
      await this.pane.press("Enter");
    });
  }

  /** Presses keys by tmux's names. */
  async keys(...keys: readonly string[]): Promise<void> {
    await this.step(keys.join(" "), () => this.pane.press(...keys));
  }

  /** Answers a dialog by the number in front of an option: the numbers differ between dialogs. */
  async choose(option: RegExp): Promise<void> {
    const { text } = await this.pane.capture();
    const line = text.split("\n").find((candidate) => /^\W*\d\. /.test(candidate) && option.test(candidate));
    const number = line === undefined ? undefined : /\d/.exec(line)?.[0];
    if (number === undefined) throw new Error(`no option ${option} on the screen:\n${text.trim()}`);
    const shown = new RegExp(`^\\W*${number}\\. ${option.source}`, "m");
    await this.step(`answer ${/\w+/.exec(option.source)}`, async () => {
      // A dialog takes no keys in its first moments: a person presses again.
      for (const patience of [800, 1200, 3000]) {
        this.#since = Date.now();
        await this.pane.press(number);
        if ((await this.#look(screen(/./, shown), patience)) !== undefined) return;
      }
    });
  }

  /** Anything else that a person or the machine does: first what was true must still be true. */
  async step(name: string, action: () => Promise<unknown>): Promise<void> {
    await this.#lab.settle();
    this.#lastStep = name;
    this.#since = Date.now();
    await action();
  }

  /** Waits without checking: for screens on the way. */
  async sees(sight: Sight, within = 15_000): Promise<number> {
    return this.#wait(sight, within);
  }

  /**
   * The state that a real transition leads to. The list is read exactly 1.0 s after it and again just
   * before the next step; both must be right, and the raw option as far as hooks can know.
   */
  async becomes(state: AgentState, expectation: Expectation): Promise<void> {
    // Looks on while the step before is read for the second time.
    const waiting = this.#wait(expectation.seen, expectation.within ?? 15_000, state);
    const [at] = await Promise.all([waiting, this.#lab.settle()]);
    await sleep(Math.max(0, at + settled - Date.now()));
    this.#pending = {
      state,
      expectation,
      after: at - this.#since,
      list: [],
      option: [],
      evidence: undefined,
    };
    await this.#check("1 s after", this.#pending);
  }

  /** The second reading of the last step; then its cell is complete. */
  async settle(): Promise<void> {
    const pending = this.#pending;
    if (pending === undefined) return;
    this.#pending = undefined;
    await this.#check("before the next step", pending);
    const { state, expectation, after } = pending;
    this.#lab.addCell({
      step: this.#nameOf(state, expectation),
      gap: expectation.gap,
      after,
      evidence: pending.evidence,
      ...judge(expectation.gap, pending.list, pending.option),
    });
  }

  /** Pid of the agent: the innermost process of the pane's first branch that the adapter takes for one. */
  agentPid(): number {
    const find = (pid: number): number | undefined => {
      for (const child of childrenOf(pid)) {
        const found = find(child) ?? (this.#lab.isAgent(child) ? child : undefined);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    const pid = find(this.pane.shellPid);
    if (pid === undefined) throw new Error(`no agent below ${describeProcess(this.pane.shellPid)}`);
    return pid;
  }

  async #check(when: Reading["when"], pending: PendingCheck): Promise<void> {
    const reading = await this.#lab.read(this.pane, when);
    const { state, expectation } = pending;
    const expected = {
      state,
      reason: expectation.reason,
      option: expectation.hooks ?? (state === "unknown" ? "none" : state),
      session: this.#lab.sessionOf(reading.pid),
    };
    const list = listProblems(reading, expected);
    const option = optionProblems(reading, expected);
    pending.list.push(...list);
    pending.option.push(...option);
    const unexpected = option.length > 0 || (list.length > 0 && expectation.gap === undefined);
    if (unexpected) pending.evidence ??= await collectEvidence(this.#lab, this.pane);
  }

  async #wait(sight: Sight, within: number, state?: AgentState): Promise<number> {
    const at = await this.#look(sight, within);
    if (at !== undefined) return at;
    const problem = `not seen within ${within / 1000} s: ${sight.what}`;
    this.#lab.addCell({
      step: state === undefined ? `after ${this.#lastStep}` : this.#nameOf(state, { seen: sight }),
      gap: undefined,
      after: undefined,
      verdict: "wrong",
      problems: [problem],
      evidence: await collectEvidence(this.#lab, this.pane),
    });
    throw new NeverSeen(problem);
  }

  /** Looks at the pane every 50 ms until the sight comes or the time is over. */
  async #look(sight: Sight, within: number): Promise<number | undefined> {
    const frames: Frame[] = [];
    const view: View = { since: this.#since, frames, ...this.#lab.view() };
    const deadline = Date.now() + within;
    for (;;) {
      const next = Date.now() + 50;
      frames.push(await this.pane.capture());
      const at = sight.look(view);
      if (at !== undefined || Date.now() > deadline) return at;
      await sleep(Math.max(0, next - Date.now()));
    }
  }

  #nameOf(state: AgentState, { step, reason }: Expectation): string {
    return step ?? `${this.#lastStep} → ${state}${reason === undefined ? "" : ` (${reason})`}`;
  }
}
