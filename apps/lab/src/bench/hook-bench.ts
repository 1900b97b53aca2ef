import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { claudeAdapter } from "@hexokit/adapter-claude";
import { createSandbox, removeSandbox, type Sandbox } from "../sandbox/sandbox.js";
import { Rk } from "../scenario/rk.js";
import { TmuxServer } from "../tmux/tmux-server.js";
import type { HookMeasurement, VariantName } from "./hook-variants.js";
import { standInCommand } from "./stand-in.js";
import { median, pairedRatio } from "./statistics.js";

/** Pause before each timed pair of events: a busy agent calls about three tools a second. */
const pause = 300;

/** Highest ratio to the floor, by what an event does. Node 24 boots slower than 20 and 22. */
const limits = {
  change: Number(process.versions.node.split(".")[0]) >= 24 ? 12 : 11,
  outside: 0.5,
  megabytes: 45,
} as const;

interface InstalledSettings {
  readonly hooks: Readonly<
    Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>
  >;
}

function installedCommands(sandbox: Sandbox): Record<string, string> {
  const settings: InstalledSettings = JSON.parse(
    readFileSync(join(sandbox.home, ".claude/settings.json"), "utf8"),
  );
  return Object.fromEntries(
    Object.entries(settings.hooks).map(([event, groups]) => [event, groups[0]?.hooks[0]?.command ?? ""]),
  );
}

/** Lets the driver run in a pane below the stand-in, after a real setup, with another tmux server alive. */
async function measure(rounds: number): Promise<HookMeasurement> {
  const sandbox = createSandbox();
  const server = new TmuxServer(sandbox);
  try {
    await new Rk(sandbox).setUp("claude");
    const pane = await server.start();
    const order = join(sandbox.root, "order.json");
    const result = join(sandbox.root, "result.json");
    const empty = join(sandbox.root, "empty.cjs");
    const memoryReport = join(sandbox.root, "memory.cjs");
    writeFileSync(empty, "");
    writeFileSync(
      memoryReport,
      `const leave = process.reallyExit;
process.reallyExit = (status) => {
  require("node:fs").writeFileSync(process.env.HEXOKIT_BENCH_MEMORY, String(process.resourceUsage().maxRSS));
  leave.call(process, status);
};
`,
    );
    const hook = join(sandbox.home, ".local/share/hexokit/hook.cjs");
    const commands = installedCommands(sandbox);
    writeFileSync(order, JSON.stringify({ rounds, pause, result, commands, hook, empty, memoryReport }));
    const driver = fileURLToPath(new URL("./hook-driver.js", import.meta.url));
    await pane.type(standInCommand(claudeAdapter, sandbox.root, `${process.execPath} ${driver} ${order}`));
    await pane.press("Enter");
    const deadline = Date.now() + rounds * 20_000 + 20_000;
    while (!existsSync(result)) {
      if (Date.now() > deadline)
        throw new Error(`the driver gave no result:\n${(await pane.capture()).text}`);
      await sleep(100);
    }
    return JSON.parse(readFileSync(result, "utf8"));
  } finally {
    await server.kill();
    await removeSandbox(sandbox);
  }
}

const explanations: Readonly<Record<VariantName, string>> = {
  floor: "sh and one tmux client that sets two options",
  node: "an empty Node script alone",
  change: "an event that changes the state",
  same: "an event that changes nothing",
  outside: "outside tmux, another server running",
};

/** Prints the hook's cost as ratios to the floor of the same run. True when every bound holds. */
export async function benchHook(rounds: number): Promise<boolean> {
  const { samples, residentMegabytes, states, noise } = await measure(rounds);
  const series = (name: VariantName, key: "wall" | "cpu") => samples[name].map((sample) => sample[key]);
  console.log(`Node ${process.versions.node}, ${rounds} rounds of a pair of events, medians\n`);
  console.log("variant   wall ms  × floor  CPU × floor");
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  for (const name of Object.keys(samples) as VariantName[]) {
    const ratio = pairedRatio(series(name, "wall"), series("floor", "wall"));
    const cpu = sum(series(name, "cpu")) / sum(series("floor", "cpu"));
    const columns = [
      name.padEnd(9),
      median(series(name, "wall")).toFixed(2).padStart(7),
      ratio.toFixed(2).padStart(8),
      cpu.toFixed(2).padStart(12),
    ];
    console.log(`${columns.join(" ")}  ${explanations[name]}`);
  }
  console.log(`\nresident memory of the hook: ${residentMegabytes.toFixed(1)} MiB`);
  const moved = states.every((state, index) => state.startsWith(index % 2 === 0 ? "idle:" : "active:"));
  const change = pairedRatio(series("change", "wall"), series("floor", "wall"));
  const outside = pairedRatio(series("outside", "wall"), series("floor", "wall"));
  const verdicts: readonly (readonly [string, boolean])[] = [
    ["the option moved after every changing event", moved],
    ["every run was silent and ended with 0", noise.length === 0],
    [`an event that changes the state costs at most ${limits.change} × the floor`, change <= limits.change],
    [`outside tmux at most ${limits.outside} × the floor`, outside <= limits.outside],
    [`at most ${limits.megabytes} MiB resident`, residentMegabytes <= limits.megabytes],
  ];
  for (const [what, holds] of verdicts) console.log(`${holds ? "ok    " : "FAILED"} ${what}`);
  for (const line of noise.slice(0, 5)) console.log(`       ${line}`);
  return verdicts.every(([, holds]) => holds);
}
