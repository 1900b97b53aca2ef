import { HexoError } from "@hexokit/core";
import { Command, CommanderError } from "commander";
import type { Context, Ending } from "./context.js";
import type { PickOptions } from "./watch/pick-command.js";
import type { WaitOptions } from "./watch/wait-command.js";

type Work = () => Promise<Ending>;

/** Options of a command that end in an answer for programs. */
interface JsonOption {
  readonly json?: boolean;
}

/**
 * Understands the words and runs the command.
 * @throws HexoError USAGE, and what the command throws
 */
export async function runProgram(context: Context, words: readonly string[]): Promise<Ending> {
  let work: Work = async () => "ok";
  const program = createProgram(context, (chosen) => {
    work = chosen;
  });
  try {
    program.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return "ok";
    throw usageError(error, words);
  }
  return await work();
}

const agentCommands: ReadonlySet<string> = new Set([
  "setup",
  "list",
  "explain",
  "watch",
  "wait",
  "pick",
  "doctor",
  "capabilities",
  "hook",
  "next",
]);
const tmuxCommands: ReadonlySet<string> = new Set(["status", "install"]);

function usageError({ code, message }: CommanderError, words: readonly string[]): HexoError {
  const [first, second = ""] = words;
  const known = first === "agent" ? agentCommands : tmuxCommands;
  const command =
    first !== "agent" && first !== "tmux" ? "" : known.has(second) ? `${first} ${second} ` : `${first} `;
  // `error: unknown option '--jsn'`, and on a second line `(Did you mean --json?)`.
  const [problem = "", guess] = message
    .replace(/^error: (.)/, (_, letter: string) => letter.toUpperCase())
    .split("\n");
  const told = `${problem.replace(/\.$/, "")}.${guess === undefined ? "" : ` ${guess.replace(/^\(|\)$/g, "")}`}`;
  return new HexoError("USAGE", code === "commander.help" ? "A command is missing." : told, {
    hint: `See rk ${command}--help`,
  });
}

function examples(...lines: readonly (readonly [command: string, what: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  return `\nExamples:\n${lines.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`).join("\n")}`;
}

function createProgram(context: Context, choose: (work: Work) => void): Command {
  const { output, version } = context;
  const program = new Command("rk")
    .description("Tells you what every coding agent in every tmux pane is doing.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.print(text.trimEnd()),
      // Errors are told once, by bin.ts.
      writeErr: () => {},
      outputError: () => {},
    })
    .addHelpText(
      "after",
      examples(
        ["rk agent setup", "install the hooks of the agents on PATH: shows a diff, asks once"],
        ["rk agent list", "what every agent is doing"],
        ["rk agent doctor", "what is installed, missing, in the way"],
      ),
    );
  const agent = program.command("agent").description("coding agents in tmux panes").helpCommand(false);
  addSetup(agent, context, choose);
  addList(agent, context, choose);
  addExplain(agent, context, choose);
  addWatch(agent, context, choose);
  addWait(agent, context, choose);
  addPick(agent, context, choose);
  addDoctor(agent, context, choose);
  addCapabilities(agent, context, choose);
  addNext(agent, context, choose);
  // bin.ts runs it before any of this is loaded; here it is for the help.
  agent
    .command("hook")
    .description("internal: what an installed hook runs; reads the payload from standard input")
    .argument("<harness>")
    .argument("<event>");
  const tmux = program.command("tmux").description("tmux's status line and keys").helpCommand(false);
  addTmuxStatus(tmux, context, choose);
  addTmuxInstall(tmux, context, choose);
  return program;
}

function addSetup(agent: Command, context: Context, choose: (work: Work) => void): void {
  agent
    .command("setup")
    .description("install the hooks, or take them out again")
    .argument("[harness...]", "agents by name; default: those on PATH (with --uninstall: all)")
    .option("--uninstall", "take out everything of ours; your files get their bytes back")
    .option("--dry-run", "show the changes, write nothing")
    .option("--yes", "do not ask")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      examples(
        ["rk agent setup", "every agent on PATH"],
        ["rk agent setup claude --dry-run", "only look at the diff"],
        ["rk agent setup --uninstall", "take it all out"],
      ),
    )
    .action((names: string[], options: object) => {
      choose(async () => (await import("./setup/setup-command.js")).setup(context, names, options));
    });
}

function addList(agent: Command, context: Context, choose: (work: Work) => void): void {
  agent
    .command("list")
    .description("every agent on every tmux server of yours")
    .option("--json", "print the list as JSON")
    .addHelpText(
      "after",
      examples(
        ["rk agent list", "a table, those that wait for you first"],
        ["rk agent list --json", "for programs; the schema is versioned"],
      ),
    )
    .action((options: JsonOption) => {
      choose(async () => (await import("./list/list-command.js")).list(context, options));
    });
}

function addExplain(agent: Command, context: Context, choose: (work: Work) => void): void {
  agent
    .command("explain")
    .description("all evidence for one pane, and the rule that decided")
    .argument("<pane>", "%5, or session:window.pane")
    .option("--socket <name>", "the tmux server, by socket path or name, where several have the pane")
    .option("--json", "print the evidence as JSON")
    .addHelpText(
      "after",
      examples(
        ["rk agent explain %5", "the pane with that id"],
        ["rk agent explain main:2.0", "by session, window and pane"],
        ["rk agent explain %5 --socket work", "on the server of `tmux -L work`"],
      ),
    )
    .action((pane: string, options: JsonOption & { socket?: string }) => {
      choose(async () => (await import("./list/explain-command.js")).explain(context, pane, options));
    });
}

function addWatch(agent: Command, context: Context, choose: (work: Work) => void): void {
  agent
    .command("watch")
    .description("a live table; without a terminal one line of JSON for each change")
    .option("--json", "print each change as a line of JSON")
    .addHelpText(
      "after",
      examples(
        ["rk agent watch", "arrows choose, Enter goes there, q quits"],
        ["rk agent watch --json", "a stream for programs; the schema is versioned"],
      ),
    )
    .action((options: JsonOption) => {
      choose(async () => (await import("./watch/watch-command.js")).watch(context, options));
    });
}

function addWait(agent: Command, context: Context, choose: (work: Work) => void): void {
  agent
    .command("wait")
    .description("wait until an agent is in a state; exit status 1 when the time is up or it is gone")
    .argument("<pane>", "%5, or session:window.pane")
    .option("--until <states>", "states, separated by commas", "idle,waiting")
    .option("--timeout <seconds>", "wait no longer than this")
    .option("--after-active", "a state counts only after the agent has worked")
    .option("--socket <name>", "the tmux server, by socket path or name, where several have the pane")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      examples(
        ["rk agent wait %5", "until it is done or needs you"],
        ["rk agent wait %5 --until idle --after-active --timeout 300", "after sending it a prompt"],
      ),
    )
    .action((pane: string, options: WaitOptions) => {
      choose(async () => (await import("./watch/wait-command.js")).wait(context, pane, options));
    });
}

function addPick(agent: Command, context: Context, choose: (work: Work) => void): void {
  agent
    .command("pick")
    .description("choose an agent and go to its pane; for a tmux popup")
    .option("--client <name>", "the tmux client to move; default: the one that shows this")
    .addHelpText(
      "after",
      examples(
        ["rk agent pick", "type to filter, Enter goes there"],
        ["bind-key a display-popup -E 'rk agent pick'", "in tmux.conf: a popup with a key"],
      ),
    )
    .action((options: PickOptions) => {
      choose(async () => (await import("./watch/pick-command.js")).pick(context, options));
    });
}

function addDoctor(agent: Command, context: Context, choose: (work: Work) => void): void {
  agent
    .command("doctor")
    .description("what is installed, missing, stale, disabled or in the way; exit status 1 when something is")
    .option("--probe", "fire the installed hooks in a private tmux server")
    .option("--json", "print the findings as JSON")
    .addHelpText(
      "after",
      examples(
        ["rk agent doctor", "look at everything"],
        ["rk agent doctor --probe", "and see whether a hook reaches its pane"],
      ),
    )
    .action((options: JsonOption & { probe?: boolean }) => {
      choose(async () => (await import("./doctor/doctor-command.js")).doctor(context, options));
    });
}

function addCapabilities(agent: Command, context: Context, choose: (work: Work) => void): void {
  agent
    .command("capabilities")
    .description("what can be known of each agent, and the known gaps")
    .option("--json", "print it as JSON")
    .option("--markdown", "print it as a Markdown table")
    .addHelpText("after", examples(["rk agent capabilities", "a table"]))
    .action((options: JsonOption & { markdown?: boolean }) => {
      choose(async () => (await import("./capabilities-command.js")).capabilities(context, options));
    });
}

function addNext(agent: Command, context: Context, choose: (work: Work) => void): void {
  agent
    .command("next")
    .description("go to the next agent that waits for you, the longest waiting first")
    .option("--back", "the other way round")
    .option("--client <name>", "the tmux client to move; for key bindings")
    .addHelpText(
      "after",
      examples(
        ["rk agent next", "from the pane you see to the next, in whatever session"],
        ["rk agent next --back", "to the one before"],
        ["rk tmux install", "and have it on a key"],
      ),
    )
    .action((options: { back?: boolean; client?: string }) => {
      choose(async () => (await import("./next/next-command.js")).next(context, options));
    });
}

function addTmuxStatus(tmux: Command, context: Context, choose: (work: Work) => void): void {
  tmux
    .command("status")
    .description("print the lines for tmux.conf: counts, a glyph for each window, keys")
    .addHelpText(
      "after",
      examples(
        ["rk tmux status", "look at them"],
        ["rk tmux status > ~/.tmux/agents.conf", "to source them where you like"],
      ),
    )
    .action(() => {
      choose(async () => (await import("./tmux/status-command.js")).tmuxStatus(context));
    });
}

function addTmuxInstall(tmux: Command, context: Context, choose: (work: Work) => void): void {
  tmux
    .command("install")
    .description("add these lines to your tmux.conf, or take them out again")
    .option("--uninstall", "take them out; the file gets its bytes back")
    .option("--dry-run", "show the changes, write nothing")
    .option("--yes", "do not ask")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      examples(
        ["rk tmux install", "shows a diff, asks once, tells the running servers"],
        ["rk tmux install --dry-run", "only look at the diff"],
        ["rk tmux install --uninstall", "take it all out"],
      ),
    )
    .action((options: object) => {
      choose(async () => (await import("./tmux/install-command.js")).tmuxInstall(context, options));
    });
}
