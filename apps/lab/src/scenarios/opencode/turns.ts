import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { answered, quiet } from "./screens.js";

export const turns: readonly Scenario[] = [
  {
    name: "opencode-prompt",
    about: "A prompt is worked on and answered.",
    ci: true,
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("slow: 5");
      await opencode.becomes("active", { seen: modelAsked(/slow/), within: 60_000 });
      await opencode.becomes("idle", { seen: quiet, within: 30_000 });
    },
  },
  {
    name: "opencode-tool",
    about: "A tool that needs no permission.",
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("bash: work 4 0", "say: worked");
      await opencode.becomes("active", { seen: modelAsked(/bash/), within: 60_000 });
      await opencode.becomes("idle", { seen: answered("worked"), within: 30_000 });
    },
  },
  {
    name: "opencode-api-error",
    about: "The model refuses: the turn ends with an error.",
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("error: 400");
      await opencode.becomes("idle", {
        seen: screen(/the script asks for status 400/),
        reason: "error",
        within: 60_000,
      });
      await opencode.prompt("slow: 6");
      await opencode.becomes("active", { seen: modelAsked(/slow/) });
    },
  },
  {
    name: "opencode-nested",
    about: "An agent's tool runs `opencode run`: the pane stays the agent's.",
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("bash: nested", "slow: 6");
      await opencode.becomes("active", { seen: modelAsked(/nested answer/), within: 90_000 });
      await opencode.becomes("active", {
        seen: modelAsked(/slow/),
        within: 60_000,
        step: "nested ended → active",
      });
      await opencode.becomes("idle", { seen: quiet, within: 30_000 });
    },
  },
];
