import { spawnSync } from "node:child_process";
import { createSandbox, removeSandbox } from "../sandbox/sandbox.js";
import { Rk } from "../scenario/rk.js";
import { TmuxServer } from "../tmux/tmux-server.js";
import { median, pairedRatio } from "./statistics.js";

/** Highest ratio of `rk agent list` to `tmux list-panes` of the same server plus an empty Node. */
const limit = 1.5;

const fields =
  "#{pane_id} #{pane_pid} #{pane_current_command} #{pane_current_path} #{pane_title} #{window_name} #{session_name}";

function time(program: string, parameters: readonly string[], environment: NodeJS.ProcessEnv): number {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, parameters, {
    env: environment,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** Measures one server with so many panes; true when the ratio holds. */
async function benchSize(panes: number, rounds: number): Promise<boolean> {
  const sandbox = createSandbox();
  const server = new TmuxServer(sandbox);
  try {
    const rk = new Rk(sandbox).programPath;
    await server.start();
    for (let started = 1; started < panes; ) {
      const batch = Math.min(100, panes - started);
      const commands = Array.from({ length: batch }, (_, index) => [
        ...(index === 0 ? [] : [";"]),
        "new-window",
        "-d",
        "sleep 600",
      ]);
      await server.run(...commands.flat());
      started += batch;
    }
    const environment = { ...sandbox.environment };
    const socket = await server.socketPath();
    const list: number[] = [];
    const floor: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const tmux = time("tmux", ["-u", "-S", socket, "list-panes", "-a", "-F", fields], environment);
      const node = time(process.execPath, ["-e", "0"], environment);
      floor.push(tmux + node);
      list.push(time(process.execPath, [rk, "agent", "list", "--json"], environment));
    }
    const ratio = pairedRatio(list, floor);
    const holds = ratio <= limit || panes < 1000;
    const columns = [
      String(panes).padStart(6),
      median(floor).toFixed(1).padStart(10),
      median(list).toFixed(1).padStart(10),
      ratio.toFixed(2).padStart(7),
    ];
    console.log(`${columns.join(" ")}  ${panes < 1000 ? "" : holds ? "ok" : `FAILED: more than ${limit}`}`);
    return holds;
  } finally {
    await server.kill();
    await removeSandbox(sandbox);
  }
}

/** Prints what a list costs with 10, 100 and 1,000 panes. True when the bound holds for 1,000. */
export async function benchList(rounds: number): Promise<boolean> {
  console.log(`Node ${process.versions.node}, ${rounds} rounds, medians in ms`);
  console.log(" panes  tmux+node    rk list   ratio");
  let holds = true;
  for (const panes of [10, 100, 1000]) holds = (await benchSize(panes, rounds)) && holds;
  return holds;
}
