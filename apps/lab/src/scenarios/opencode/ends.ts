import { end } from "../../sandbox/processes.js";
import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, modelHungUp, processEnded } from "../../scenario/sight.js";
import { quiet } from "./screens.js";

const first = { within: 60_000 };

/** Ways in which a turn or the whole agent ends before its time. */
export const ends: readonly Scenario[] = [
  {
    name: "opencode-esc-esc",
    about: "Esc twice in the middle of an answer.",
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("slow: 30");
      await opencode.becomes("active", { seen: modelAsked(/slow/), ...first });
      await opencode.keys("Escape", "Escape");
      await opencode.becomes("idle", { seen: modelHungUp() });
    },
  },
  {
    name: "opencode-child-aborted",
    about: "Esc twice while a subagent works: its end may never be told.",
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("task: bash: work 30 0 ##say: never", "say: never");
      await opencode.becomes("active", { seen: modelAsked(/bash: work/), ...first });
      await opencode.keys("Escape", "Escape");
      await opencode.becomes("idle", { seen: quiet });
    },
  },
  {
    name: "opencode-exit",
    about: "/exit, then the shell again.",
    ci: true,
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("slow: 4");
      await opencode.becomes("active", { seen: modelAsked(/slow/), ...first });
      await opencode.becomes("idle", { seen: quiet, within: 30_000 });
      const pid = opencode.agentPid();
      await opencode.submit("/exit");
      await opencode.becomes("none", { seen: processEnded(pid) });
    },
  },
  {
    name: "opencode-sigterm",
    about: "SIGTERM in the middle of a turn.",
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("slow: 30");
      await opencode.becomes("active", { seen: modelAsked(/slow/), ...first });
      const pid = opencode.agentPid();
      await opencode.step("SIGTERM", async () => end(pid, "SIGTERM"));
      await opencode.becomes("none", { seen: processEnded(pid) });
    },
  },
  {
    name: "opencode-kill-9",
    about: "kill -9 in the middle of a turn.",
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("slow: 30");
      await opencode.becomes("active", { seen: modelAsked(/slow/), ...first });
      const pid = opencode.agentPid();
      await opencode.step("kill -9", async () => end(pid, "SIGKILL"));
      await opencode.becomes("none", { seen: processEnded(pid), hooks: "active" });
    },
  },
];
