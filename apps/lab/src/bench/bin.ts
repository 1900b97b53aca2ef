import { Command } from "commander";
import { benchHook } from "./hook-bench.js";
import { benchList } from "./list-bench.js";

const program = new Command("bench").description(
  "Measures what the product costs, as ratios within one run.",
);

program
  .command("hook")
  .description("cost of one hook event, against a shell with one tmux client")
  .option("--rounds <number>", "rounds of all variants", "40")
  .action(async ({ rounds }: { rounds: string }) => {
    process.exitCode = (await benchHook(Number(rounds))) ? 0 : 1;
  });

program
  .command("list")
  .description(
    "cost of `rk agent list` with 10, 100 and 1,000 panes, against tmux list-panes and an empty Node",
  )
  .option("--rounds <number>", "rounds for each size", "15")
  .action(async ({ rounds }: { rounds: string }) => {
    process.exitCode = (await benchList(Number(rounds))) ? 0 : 1;
  });

await program.parseAsync();
