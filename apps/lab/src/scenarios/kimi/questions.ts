import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked } from "../../scenario/sight.js";
import { patience, questionDialog, slowEnded } from "./screens.js";

/** The tool's end is the only hook behind an answer, and is killed when the turn moves on. */
export const questions: readonly Scenario[] = [
  {
    name: "question-answered",
    about: "A question is answered and the turn goes on.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("ask:", "slow: 12");
      await kimi.becomes("waiting", { seen: questionDialog, within: patience, reason: "question" });
      await kimi.keys("1", "Enter");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience, hooks: "unknowable" });
      await kimi.becomes("idle", { seen: slowEnded, within: patience });
    },
  },
  {
    name: "question-dismissed",
    about: "Esc at a question: the model is told, and goes on.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("ask:", "slow: 12");
      await kimi.becomes("waiting", { seen: questionDialog, within: patience, reason: "question" });
      await kimi.keys("Escape");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience, hooks: "unknowable" });
      await kimi.becomes("idle", { seen: slowEnded, within: patience });
    },
  },
];
