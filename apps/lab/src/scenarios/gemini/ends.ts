import { end } from "../../sandbox/processes.js";
import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, processEnded, screen } from "../../scenario/sight.js";
import { answered } from "./screens.js";

/** Ways in which an agent ends: the pane shows none then. */
export const ends: readonly Scenario[] = [
  {
    name: "exit",
    about: "/quit, then the shell again.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("say: goodbye");
      await gemini.sees(answered("goodbye"));
      const pid = gemini.agentPid();
      await gemini.submit("/quit");
      await gemini.becomes("none", { seen: processEnded(pid) });
    },
  },
  {
    name: "sigterm",
    about: "SIGTERM to the agent in the middle of a turn.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("slow: 30");
      await gemini.becomes("active", { seen: modelAsked(/slow/) });
      const pid = gemini.agentPid();
      await gemini.step("SIGTERM", async () => end(pid, "SIGTERM"));
      await gemini.becomes("none", { seen: processEnded(pid) });
    },
  },
  {
    name: "kill-9",
    about: "kill -9 of the agent in the middle of a turn: no hook.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("slow: 30");
      await gemini.becomes("active", { seen: modelAsked(/slow/) });
      const pid = gemini.agentPid();
      await gemini.step("kill -9", async () => end(pid, "SIGKILL"));
      await gemini.becomes("none", { seen: processEnded(pid), hooks: "active" });
      await gemini.run("reset; gemini");
      await gemini.sees(screen(lab.driver.ready), 40_000);
      await gemini.prompt("slow: 15");
      await gemini.becomes("active", { seen: modelAsked(/slow: 15/), step: "started again → active" });
    },
  },
  {
    name: "pane-killed",
    about: "The pane is killed in the middle of a turn.",
    async run(lab) {
      const gemini = await lab.start();
      await lab.tmux.newWindow();
      await gemini.prompt("slow: 30");
      await gemini.becomes("active", { seen: modelAsked(/slow/) });
      const pid = gemini.agentPid();
      await gemini.step("kill-pane", () => lab.tmux.run("kill-pane", "-t", gemini.pane.id));
      await gemini.becomes("none", { seen: processEnded(pid) });
    },
  },
];
