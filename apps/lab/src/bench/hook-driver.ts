/**
 * Runs inside a pane, below a stand-in that the adapter takes for the agent: starts each variant as the
 * harness would, in turn, and writes what it measured.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { type HookMeasurement, type Sample, type VariantName, variantNames } from "./hook-variants.js";

interface Order {
  readonly rounds: number;
  /** Milliseconds before each timed pair. */
  readonly pause: number;
  readonly result: string;
  /** event → installed command text */
  readonly commands: Readonly<Record<string, string>>;
  readonly hook: string;
  readonly empty: string;
  readonly memoryReport: string;
}

const order: Order = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const [socket = ""] = (process.env.TMUX ?? "").split(",");
const pane = process.env.TMUX_PANE ?? "";
const noise: string[] = [];

/** USER_HZ: 10 ms ticks, good over many rounds. */
function childTicks(): number {
  const fields = readFileSync("/proc/self/stat", "latin1").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[13]) + Number(fields[14]);
}

function payloadFile(event: string): string {
  const tool = { tool_name: "Bash", tool_input: { command: "echo hi", description: "x".repeat(600) } };
  const common = {
    session_id: "11111111-2222-3333-4444-555555555555",
    cwd: "/home/user/project",
    prompt_id: "p",
  };
  const path = `${order.result}.${event}`;
  writeFileSync(
    path,
    `${JSON.stringify({ ...common, hook_event_name: event, ...tool, prompt: "go", background_tasks: [] })}\n`,
  );
  return path;
}

/** One command with the payload as its input. The installed ones are `/bin/sh -c '…'`, and so is the floor. */
function line(command: string, event: string): string {
  return `${command} < '${payloadFile(event)}' || echo "ended with $?"`;
}

function hooks(...events: readonly string[]): readonly string[] {
  return events.map((event) => line(order.commands[event] ?? "exit 9", event));
}

/** A batch from one small shell, so that starting a process costs what it costs a program, not Node's fork. */
function run(lines: readonly string[], environment: NodeJS.ProcessEnv = process.env): void {
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", lines.join("\n")], { env: environment });
  if (status !== 0 || stdout.length > 0 || stderr.length > 0) noise.push(`${status} ${stdout}${stderr}`);
}

function state(): string {
  return spawnSync("tmux", ["-S", socket, "show-options", "-pqvt", pane, "@rk_pane_agent_state"], {
    encoding: "utf8",
  }).stdout.trim();
}

const { TMUX: _tmux, TMUX_PANE: _pane, ...outside } = process.env;
const setBoth = (word: string) =>
  `/bin/sh -c 'tmux -S ${socket} set-option -pt ${pane} @floor_state ${word}:1 \\; set-option -pt ${pane} @floor_session claude:1'`;
const floorPair = ["active", "idle"].map((word) => line(setBoth(word), "Stop"));

/** Every variant is a pair of events. */
const batches: Readonly<Record<VariantName, readonly string[]>> = {
  floor: floorPair,
  node: ["Stop", "Stop"].map((event) => line(`'${process.execPath}' '${order.empty}'`, event)),
  change: hooks("UserPromptSubmit", "Stop"),
  same: hooks("PreToolUse", "PostToolUse"),
  outside: hooks("Stop", "Stop"),
};

const clock = new Int32Array(new SharedArrayBuffer(4));

const samples = Object.fromEntries(variantNames.map((name) => [name, [] as Sample[]])) as Record<
  VariantName,
  Sample[]
>;
const states: string[] = [];
for (let round = 0; round < order.rounds; round += 1) {
  for (const name of variantNames) {
    // Tool events change nothing while a turn runs.
    if (name === "same") run(hooks("UserPromptSubmit"));
    Atomics.wait(clock, 0, 0, order.pause);
    const ticks = childTicks();
    const start = process.hrtime.bigint();
    run(batches[name], name === "outside" ? outside : process.env);
    const wall = Number(process.hrtime.bigint() - start) / 1e6 / batches[name].length;
    samples[name].push({ wall, cpu: ((childTicks() - ticks) * 10) / batches[name].length });
    if (name === "change") states.push(state());
    if (name === "same") {
      states.push(state());
      run(hooks("Stop"));
    }
  }
}
const reported = spawnSync(
  process.execPath,
  ["--require", order.memoryReport, order.hook, "claude", "UserPromptSubmit"],
  {
    input: readFileSync(payloadFile("UserPromptSubmit")),
    env: { ...process.env, HEXOKIT_BENCH_MEMORY: `${order.result}.memory` },
  },
);
if (reported.status !== 0) noise.push(`memory: ${reported.status}`);
const residentMegabytes = Number(readFileSync(`${order.result}.memory`, "utf8")) / 1024;
const measurement: HookMeasurement = { samples, residentMegabytes, states, noise };
writeFileSync(`${order.result}.part`, JSON.stringify(measurement));
renameSync(`${order.result}.part`, order.result);
