import type { Scenario } from "../../scenario/scenario.js";
import { hookRan, modelAsked, screen } from "../../scenario/sight.js";
import { answered, asking, atPrompt, busy, turnEnded } from "./screens.js";

export const turns: readonly Scenario[] = [
  {
    name: "start",
    about: "A start shows an idle agent before any prompt, where the folder is trusted: no hook runs.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.becomes("idle", { seen: atPrompt, hooks: "none", step: "at its prompt" });
    },
  },
  {
    name: "prompt",
    about: "A prompt is worked on and answered.",
    ci: true,
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("slow: 4");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "tool",
    about: "A tool that needs no permission.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("bash: work 4", "say: worked");
      await copilot.becomes("active", { seen: modelAsked(/bash/) });
      await copilot.becomes("idle", { seen: answered("worked") });
    },
  },
  {
    name: "failing-tool",
    about: "A tool that fails; the turn goes on and ends.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("bash: work 3 7", `view: ${lab.sandbox.project}/missing`, "slow: 3", "say: never");
      await copilot.becomes("active", { seen: modelAsked(/bash/) });
      await copilot.becomes("active", { seen: modelAsked(/slow/), step: "tools failed → active" });
      await copilot.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "api-error",
    about: "The model refuses: the turn ends with an error.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("error: 400");
      await copilot.becomes("idle", { seen: screen(/✗.*400/, busy), reason: "error" });
      await copilot.prompt("slow: 3");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "overloaded",
    about: "The model is overloaded: retried five times, then given up.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("error: 529");
      // The hook of a failed attempt is that of a failed turn.
      await copilot.becomes("active", {
        seen: hookRan("errorOccurred"),
        hooks: "idle",
        gap: "model-retry",
        step: "the first failure → active",
      });
      await copilot.becomes("active", {
        seen: modelAsked(/error/),
        hooks: "idle",
        step: "tried again → active",
      });
      await copilot.becomes("idle", { seen: screen(/✗.*529/, busy), within: 60_000 });
    },
  },
  {
    name: "queued-prompt",
    about: "A second prompt, sent while the first is answered, waits for its turn.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("slow: 15");
      await copilot.becomes("active", { seen: modelAsked(/slow: 15/) });
      await copilot.prompt("slow: 5");
      await copilot.becomes("active", { seen: screen(/pending/) });
      await copilot.becomes("active", {
        seen: modelAsked(/slow: 5/),
        within: 30_000,
        step: "its turn begins → active",
      });
      await copilot.becomes("idle", { seen: atPrompt, within: 25_000 });
    },
  },
  {
    name: "background-shell",
    about: "A shell goes on in the background after the turn.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("bash-background: work 8", "say: shell started");
      await copilot.becomes("idle", { seen: screen(/^ ?● shell started/m, /Working/) });
    },
  },
];
