import type { Scenario } from "../../scenario/scenario.js";
import { hookRan, modelAsked, screen } from "../../scenario/sight.js";
import { answered, busy, interrupted, slowAnswered } from "./screens.js";

export const turns: readonly Scenario[] = [
  {
    name: "start",
    about: "A start shows an idle agent before any prompt.",
    async run(lab) {
      const gemini = await lab.start();
      // The prompt is on the screen before the hook of the start has run.
      await gemini.becomes("idle", { seen: hookRan("SessionStart"), step: "at its prompt" });
    },
  },
  {
    name: "prompt",
    about: "A prompt is worked on and answered.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("slow: 5");
      await gemini.becomes("active", { seen: modelAsked(/slow/) });
      await gemini.becomes("idle", { seen: slowAnswered, within: 20_000 });
    },
  },
  {
    name: "tool",
    about: "A tool that needs no permission.",
    ci: true,
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("bash: work 5", "say: worked");
      await gemini.becomes("active", { seen: modelAsked(/bash/) });
      await gemini.becomes("idle", { seen: answered("worked") });
    },
  },
  {
    name: "failing-tool",
    about: "A tool that fails; the turn goes on and ends.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("bash: work 4 7", "slow: 5");
      await gemini.becomes("active", { seen: modelAsked(/bash/) });
      await gemini.becomes("active", { seen: modelAsked(/slow/), step: "tool failed → active" });
      await gemini.becomes("idle", { seen: slowAnswered, within: 20_000 });
    },
  },
  {
    name: "api-error",
    about: "The model refuses: the turn ends, and nothing says that it failed.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("error: 400");
      await gemini.becomes("idle", {
        seen: screen(/✕ \[API Error/, busy),
        reason: "error",
        gap: "failed-turn",
      });
      await gemini.prompt("slow: 5");
      await gemini.becomes("active", { seen: modelAsked(/slow/) });
    },
  },
  {
    name: "queued-prompt",
    about: "A second prompt, sent while the first is answered, waits for its turn.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("slow: 8");
      await gemini.becomes("active", { seen: modelAsked(/slow: 8/) });
      await gemini.prompt("slow: 6");
      await gemini.becomes("active", { seen: modelAsked(/slow: 6/), step: "the queued one → active" });
    },
  },
  {
    name: "queued-prompt-esc",
    about: "Esc with a prompt in the queue: that one begins at once.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("slow: 30");
      await gemini.becomes("active", { seen: modelAsked(/slow: 30/) });
      await gemini.prompt("slow: 20");
      await gemini.sees(screen(/Queued/));
      await gemini.keys("Escape");
      await gemini.becomes("active", { seen: modelAsked(/slow: 20/), step: "Esc: the queued one → active" });
      await gemini.keys("Escape");
      await gemini.becomes("idle", { seen: interrupted });
    },
  },
];
