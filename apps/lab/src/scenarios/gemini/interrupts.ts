import { commandLineOf, end, processesOf } from "../../sandbox/processes.js";
import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { childWorks, interrupted, permissionDialog, toolRuns } from "./screens.js";

export const interrupts: readonly Scenario[] = [
  {
    name: "esc-while-streaming",
    about: "Esc in the middle of an answer.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("slow: 30");
      await gemini.becomes("active", { seen: modelAsked(/slow/) });
      await gemini.sees(screen(/word0 word1/));
      await gemini.keys("Escape");
      await gemini.becomes("idle", { seen: interrupted });
    },
  },
  {
    name: "esc-in-tool",
    about: "Esc while a tool runs: the turn is over, and no hook says so.",
    ci: true,
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("bash: work 30", "say: never");
      await gemini.becomes("active", { seen: toolRuns });
      await gemini.keys("Escape");
      await gemini.becomes("idle", { seen: interrupted, hooks: "active" });
      await gemini.prompt("slow: 6");
      await gemini.becomes("active", { seen: modelAsked(/slow/) });
    },
  },
  {
    name: "early-esc",
    about: "Esc before the first word.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("hang:");
      await gemini.becomes("active", { seen: modelAsked(/hang/) });
      await gemini.keys("Escape");
      await gemini.becomes("idle", { seen: interrupted });
    },
  },
  {
    name: "child-tool-killed",
    about: "The command of a subagent is killed while it runs: the turn goes on.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("agent: bash: work 40 ##complete-task: done", "slow: 12");
      await gemini.becomes("active", { seen: childWorks, within: 40_000 });
      await gemini.step("kill -9 of the command", async () => {
        const pid = processesOf(lab.sandbox.home).find((one) => commandLineOf(one) === "sleep 40");
        if (pid === undefined) throw new Error("no sleep 40 runs");
        end(pid, "SIGKILL");
      });
      await gemini.becomes("active", { seen: modelAsked(/slow/), step: "killed → active", within: 30_000 });
    },
  },
  {
    name: "child-esc",
    about: "Esc while a subagent works: the turn is over, and no hook says so.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("agent: bash: work 40 ##complete-task: done", "say: never");
      await gemini.becomes("active", { seen: childWorks, within: 40_000 });
      await gemini.keys("Escape");
      await gemini.becomes("idle", { seen: interrupted, hooks: "active" });
    },
  },
  {
    name: "child-refused",
    about: "A refusal inside a subagent, which goes on.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("agent: bash: mkdir made ##bash: work 20 ##complete-task: done", "say: over");
      await gemini.becomes("waiting", {
        seen: permissionDialog,
        reason: "permission",
        within: 30_000,
      });
      await gemini.choose(/No, suggest/);
      await gemini.becomes("active", {
        seen: modelAsked(/bash: work/),
        hooks: "waiting",
        gap: "refused-in-subagent",
        step: "no → active",
      });
    },
  },
];
