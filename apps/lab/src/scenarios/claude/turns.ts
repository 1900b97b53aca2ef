import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { answered, asking, busy, turnEnded, turnRuns } from "./screens.js";

export const turns: readonly Scenario[] = [
  {
    name: "start",
    about: "A start shows an idle agent before any prompt.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.becomes("idle", { seen: screen(/^❯\s*$/m), step: "at its prompt" });
    },
  },
  {
    name: "prompt",
    about: "A prompt is worked on and answered.",
    ci: true,
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("slow: 4");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "tool",
    about: "A tool that needs no permission.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("bash: work 4", "say: worked");
      await claude.becomes("active", { seen: modelAsked(/bash/) });
      await claude.becomes("idle", { seen: answered("worked") });
    },
  },
  {
    name: "failing-tool",
    about: "A tool that fails; the turn goes on and ends.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("bash: work 3 7", "slow: 3", "say: never");
      await claude.becomes("active", { seen: modelAsked(/bash/) });
      await claude.becomes("active", { seen: modelAsked(/slow/), step: "tool failed → active" });
      await claude.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "api-error",
    about: "The model refuses: the turn ends with an error.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("error: 400");
      await claude.becomes("idle", { seen: screen(/^● API Error: 400/m, busy), reason: "error" });
      await claude.prompt("slow: 3");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "overloaded",
    about: "The model is overloaded: retried, then given up.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("error: 529");
      await claude.becomes("idle", { seen: screen(/^● API Error: Repeated 529/m, busy), reason: "error" });
    },
  },
  {
    name: "queued-prompt",
    about: "A second prompt, sent while the first is answered, waits for its turn.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("slow: 6");
      await claude.becomes("active", { seen: modelAsked(/slow: 6/) });
      await claude.prompt("slow: 5");
      await claude.becomes("active", { seen: screen(/Queued/) });
      // The queued prompt had its hook when it was sent; nothing tells hooks that its turn begins.
      await claude.becomes("active", {
        seen: modelAsked(/slow: 5/),
        hooks: "idle",
        step: "its turn begins → active",
      });
      await claude.becomes("idle", { seen: screen(/done \d[\s\S]*done \d/, busy) });
    },
  },
  {
    name: "shell-mode",
    about: "A line with ! runs in the shell: no hook tells that it begins.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.keys("!");
      await claude.submit("work 4");
      await claude.becomes("active", { seen: turnRuns, hooks: "idle" });
      await claude.becomes("idle", { seen: screen(/^❯\s*$/m, busy) });
    },
  },
];
