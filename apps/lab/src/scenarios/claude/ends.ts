import { end } from "../../sandbox/processes.js";
import type { Scenario } from "../../scenario/scenario.js";
import { atOnce, modelAsked, processEnded, screen } from "../../scenario/sight.js";
import { answered, asking } from "./screens.js";

/** Ways in which an agent ends: the pane shows none then. */
export const ends: readonly Scenario[] = [
  {
    name: "exit",
    about: "/exit, then the shell again.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("say: goodbye");
      await claude.sees(answered("goodbye"));
      const pid = claude.agentPid();
      await claude.submit("/exit");
      await claude.becomes("none", { seen: processEnded(pid) });
    },
  },
  {
    name: "sigterm",
    about: "SIGTERM in the middle of a turn.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("slow: 30");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      const pid = claude.agentPid();
      await claude.step("SIGTERM", async () => end(pid, "SIGTERM"));
      await claude.becomes("none", { seen: processEnded(pid) });
    },
  },
  {
    name: "kill-9",
    about: "kill -9 in the middle of a turn: no hook, and a stale record.",
    ci: true,
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("slow: 30");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      const pid = claude.agentPid();
      await claude.step("kill -9", async () => end(pid, "SIGKILL"));
      await claude.becomes("none", { seen: processEnded(pid), hooks: "active" });
      await claude.run(`clear; claude ${asking}`);
      await claude.becomes("idle", { seen: screen(lab.driver.ready), step: "started again → idle" });
    },
  },
  {
    name: "pane-killed",
    about: "The pane is killed in the middle of a turn.",
    async run(lab) {
      const claude = await lab.start(asking);
      await lab.tmux.newWindow();
      await claude.prompt("slow: 30");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.step("kill-pane", () => lab.tmux.run("kill-pane", "-t", claude.pane.id));
      await claude.becomes("none", { seen: atOnce() });
    },
  },
];
