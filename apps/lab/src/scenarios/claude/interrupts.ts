import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, modelHungUp, screen } from "../../scenario/sight.js";
import { asking, busy, interrupted } from "./screens.js";

/** No hook tells of an interruption; Claude's own record does. */
export const interrupts: readonly Scenario[] = [
  {
    name: "esc-while-streaming",
    about: "Esc in the middle of an answer.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("slow: 30");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.sees(screen(/word0 word1/));
      await claude.keys("Escape");
      await claude.becomes("idle", { seen: interrupted, hooks: "active" });
    },
  },
  {
    name: "esc-in-tool",
    about: "Esc while a tool runs.",
    ci: true,
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("bash: work 30", "say: never");
      await claude.becomes("active", { seen: modelAsked(/bash/) });
      await claude.keys("Escape");
      await claude.becomes("idle", { seen: interrupted, hooks: "active" });
      await claude.prompt("slow: 3");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
    },
  },
  {
    name: "ctrl-c",
    about: "Ctrl-C in the middle of an answer.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("slow: 30");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.sees(screen(/word0 word1/));
      await claude.keys("C-c");
      await claude.becomes("idle", { seen: modelHungUp(), hooks: "active" });
    },
  },
  {
    name: "early-esc",
    about: "Esc before the first word: the prompt goes back into the input line.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("hang:");
      await claude.becomes("active", { seen: modelAsked(/hang/) });
      await claude.keys("Escape");
      await claude.becomes("idle", { seen: screen(/^❯.*hang/m, busy), hooks: "active" });
    },
  },
];
