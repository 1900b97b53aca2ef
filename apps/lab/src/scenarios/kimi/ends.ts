import { end } from "../../sandbox/processes.js";
import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, processEnded } from "../../scenario/sight.js";
import { answered } from "./screens.js";

/** Ways in which an agent ends: the pane shows none then, though no hook says that the process ends. */
export const ends: readonly Scenario[] = [
  {
    name: "exit",
    about: "/exit, then the shell again.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("say: goodbye");
      await kimi.sees(answered("goodbye"));
      const pid = kimi.agentPid();
      await kimi.submit("/exit");
      await kimi.becomes("none", { seen: processEnded(pid), hooks: "idle" });
    },
  },
  {
    name: "sigterm",
    about: "SIGTERM in the middle of a turn: no hook.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("slow: 30");
      await kimi.becomes("active", { seen: modelAsked(/slow/) });
      const pid = kimi.agentPid();
      await kimi.step("SIGTERM", async () => end(pid, "SIGTERM"));
      await kimi.becomes("none", { seen: processEnded(pid), hooks: "active" });
    },
  },
  {
    name: "kill-9",
    about: "kill -9 in the middle of a turn: no hook, and a record that says active.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("slow: 30");
      await kimi.becomes("active", { seen: modelAsked(/slow/) });
      const pid = kimi.agentPid();
      await kimi.step("kill -9", async () => end(pid, "SIGKILL"));
      await kimi.becomes("none", { seen: processEnded(pid), hooks: "active" });
    },
  },
];
