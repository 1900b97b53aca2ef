import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { inBothModes, ownProcess } from "./modes.js";
import { interrupted } from "./screens.js";

export const interrupts: readonly Scenario[] = [
  ...inBothModes({
    name: "esc-while-streaming",
    about: "Esc in the middle of an answer.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("slow: 30");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
      await codex.sees(screen(/word0\n/));
      await codex.keys("Escape");
      await codex.becomes("idle", { seen: interrupted });
    },
  }),
  ...inBothModes({
    name: "esc-in-tool",
    about: "Esc while a command runs.",
    ci: ownProcess,
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("bash: sleep 30", "say: never");
      await codex.becomes("active", { seen: modelAsked(/bash/) });
      await codex.keys("Escape");
      await codex.becomes("idle", { seen: interrupted });
      await codex.prompt("slow: 6");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
    },
  }),
  ...inBothModes({
    name: "early-esc",
    about: "Esc before the first word of an answer.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("hang:");
      await codex.becomes("active", { seen: modelAsked(/hang/) });
      await codex.keys("Escape");
      await codex.becomes("idle", { seen: interrupted });
    },
  }),
];
