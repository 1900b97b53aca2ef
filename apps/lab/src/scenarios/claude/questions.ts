import type { Scenario } from "../../scenario/scenario.js";
import { hookRan, modelAsked, screen } from "../../scenario/sight.js";
import { asking, busy, planDialog, questionDialog, turnEnded } from "./screens.js";

export const questions: readonly Scenario[] = [
  {
    name: "question-answered",
    about: "Claude asks a question; it is answered and the turn goes on.",
    ci: true,
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("ask:", "slow: 4");
      await claude.becomes("waiting", { seen: questionDialog, reason: "question" });
      await claude.sees(hookRan("Notification"));
      await claude.keys("Enter");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "question-dismissed",
    about: "Esc at a question: the turn is over, and no hook says so.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("ask:", "say: never");
      await claude.becomes("waiting", { seen: questionDialog, reason: "question" });
      await claude.keys("Escape");
      await claude.becomes("idle", { seen: screen(/Declined to answer/, busy), hooks: "waiting" });
    },
  },
  {
    name: "plan-approved",
    about: "A plan is shown, approved, and worked on.",
    async run(lab) {
      const claude = await lab.start("--permission-mode plan");
      await claude.prompt("plan:", "slow: 4");
      await claude.becomes("waiting", { seen: planDialog, reason: "plan" });
      await claude.choose(/Yes/);
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "plan-dismissed",
    about: "Esc at a plan: the turn is over, and no hook says so.",
    async run(lab) {
      const claude = await lab.start("--permission-mode plan");
      await claude.prompt("plan:", "say: never");
      await claude.becomes("waiting", { seen: planDialog, reason: "plan" });
      await claude.keys("Escape");
      await claude.becomes("idle", {
        seen: screen(/^❯\s*$/m, /Exit plan mode\?|esc to interrupt/),
        hooks: "waiting",
      });
    },
  },
];
