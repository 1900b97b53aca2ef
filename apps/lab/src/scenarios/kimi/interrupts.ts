import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { interrupted, patience, unasked } from "./screens.js";

export const interrupts: readonly Scenario[] = [
  {
    name: "esc-while-streaming",
    about: "Esc in the middle of an answer.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("slow: 30");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
      await kimi.sees(screen(/word0 word1/));
      await kimi.keys("Escape");
      await kimi.becomes("idle", { seen: interrupted, within: patience });
    },
  },
  {
    name: "esc-in-tool",
    about: "Esc while a tool runs.",
    async run(lab) {
      const kimi = await lab.start(unasked);
      await kimi.prompt("bash: work 30", "say: never");
      await kimi.becomes("active", { seen: modelAsked(/bash/), within: patience });
      await kimi.keys("Escape");
      await kimi.becomes("idle", { seen: interrupted, within: patience });
      await kimi.prompt("slow: 12");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
    },
  },
  {
    name: "ctrl-c",
    about: "Ctrl-C in the middle of an answer.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("slow: 30");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
      await kimi.sees(screen(/word0 word1/));
      await kimi.keys("C-c");
      await kimi.becomes("idle", { seen: interrupted, within: patience });
    },
  },
];
