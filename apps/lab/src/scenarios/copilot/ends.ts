import { end } from "../../sandbox/processes.js";
import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, processEnded } from "../../scenario/sight.js";
import { answered, asking, atPrompt } from "./screens.js";

/** Ways in which an agent ends: the pane shows none then. Copilot's last hook says idle. */
export const ends: readonly Scenario[] = [
  {
    name: "exit",
    about: "/exit, then the shell again.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("say: goodbye");
      await copilot.sees(answered("goodbye"));
      const pid = copilot.agentPid();
      await copilot.submit("/exit");
      await copilot.becomes("none", { seen: processEnded(pid), hooks: "idle" });
    },
  },
  {
    name: "sigterm",
    about: "SIGTERM in the middle of a turn.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("slow: 30");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      const pid = copilot.agentPid();
      await copilot.step("SIGTERM", async () => end(pid, "SIGTERM"));
      await copilot.becomes("none", { seen: processEnded(pid), hooks: "idle" });
    },
  },
  {
    name: "kill-9",
    about: "kill -9 in the middle of a turn: no hook, and a stale log.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("slow: 30");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      const pid = copilot.agentPid();
      await copilot.step("kill -9", async () => end(pid, "SIGKILL"));
      await copilot.becomes("none", { seen: processEnded(pid), hooks: "active" });
      await copilot.run(`clear; copilot ${asking}`);
      await copilot.becomes("idle", { seen: atPrompt, hooks: "active", step: "started again → idle" });
    },
  },
];
