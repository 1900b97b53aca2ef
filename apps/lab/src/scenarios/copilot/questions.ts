import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { answered, asking, atPrompt, planDialog, questionDialog, turnEnded } from "./screens.js";

export const questions: readonly Scenario[] = [
  {
    name: "question",
    about: "A question of the agent's is answered.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("ask:", "slow: 4");
      await copilot.becomes("waiting", { seen: questionDialog, reason: "question" });
      await copilot.step("an answer", () => copilot.pane.type("blue"));
      await copilot.keys("Enter");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "question-esc",
    about: "Esc at a question cancels it; the turn goes on.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("ask:", "slow: 4");
      await copilot.becomes("waiting", { seen: questionDialog, reason: "question" });
      await copilot.keys("Escape");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "plan",
    about: "A plan is shown in plan mode and accepted: no notification tells of it.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.keys("BTab");
      await copilot.sees(screen(/· Plan ·/));
      await copilot.prompt("plan:", "say: carried out");
      await copilot.becomes("waiting", { seen: planDialog, reason: "plan" });
      await copilot.keys("1");
      await copilot.becomes("idle", { seen: answered("carried out") });
    },
  },
  {
    name: "plan-esc",
    about: "Esc at a plan: the turn is over, and no hook says so.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.keys("BTab");
      await copilot.sees(screen(/· Plan ·/));
      await copilot.prompt("plan:", "say: never");
      await copilot.becomes("waiting", { seen: planDialog, reason: "plan" });
      await copilot.keys("Escape");
      await copilot.becomes("idle", { seen: atPrompt, hooks: "waiting" });
    },
  },
];
