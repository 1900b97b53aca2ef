import { end } from "../../sandbox/processes.js";
import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, processEnded } from "../../scenario/sight.js";
import { inBothModes } from "./modes.js";
import { answered } from "./screens.js";

/** Ways in which a TUI ends: the pane shows no agent then. Its daemon goes on, and tells no hook. */
export const ends: readonly Scenario[] = [
  ...inBothModes({
    name: "quit",
    about: "/quit, then the shell again.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("say: goodbye");
      await codex.sees(answered("goodbye"));
      const pid = codex.agentPid();
      await codex.submit("/quit");
      // The hook of the end runs while the process still lives, as after /new: it cannot know.
      await codex.becomes("none", { seen: processEnded(pid), hooks: "idle" });
    },
  }),
  ...inBothModes({
    name: "sigterm",
    about: "SIGTERM in the middle of a turn.",
    async run(_lab, { isDaemon }, start) {
      const codex = await start();
      await codex.prompt("slow: 30");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
      const pid = codex.agentPid();
      await codex.step("SIGTERM", async () => end(pid, "SIGTERM"));
      await codex.becomes("none", { seen: processEnded(pid), hooks: isDaemon ? "active" : "unknowable" });
    },
  }),
  ...inBothModes({
    name: "kill-9",
    about: "kill -9 of the TUI in the middle of a turn.",
    async run(lab, { parameters }, start) {
      const codex = await start();
      await codex.prompt("slow: 30");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
      const pid = codex.agentPid();
      await codex.step("kill -9", async () => end(pid, "SIGKILL"));
      await codex.becomes("none", { seen: processEnded(pid), hooks: "active" });
      await codex.run(`reset; codex ${parameters}`);
      await lab.arrive(codex);
      await codex.prompt("slow: 6");
      await codex.becomes("active", { seen: modelAsked(/slow: 6/), step: "started again → active" });
    },
  }),
];
