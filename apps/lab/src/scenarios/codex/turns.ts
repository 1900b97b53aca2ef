import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { inBothModes, ownProcess } from "./modes.js";
import { answered, busy, slowAnswered } from "./screens.js";

export const turns: readonly Scenario[] = [
  ...inBothModes({
    name: "start",
    about: "A start before any prompt: no hook runs, and there is no rollout.",
    async run(lab, _mode, start) {
      const codex = await start();
      await codex.becomes("idle", {
        seen: screen(lab.driver.ready),
        hooks: "none",
        step: "at its prompt",
      });
    },
  }),
  ...inBothModes({
    name: "prompt",
    about: "A prompt is worked on and answered.",
    ci: ownProcess,
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("slow: 5");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
      await codex.becomes("idle", { seen: slowAnswered });
    },
  }),
  ...inBothModes({
    name: "tool",
    about: "A tool that needs no permission.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("bash: sleep 4", "say: worked");
      await codex.becomes("active", { seen: modelAsked(/bash/) });
      await codex.becomes("idle", { seen: answered("worked") });
    },
  }),
  ...inBothModes({
    name: "failing-tool",
    about: "A tool that fails; the turn goes on and ends.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("bash: sleep 3; exit 7", "slow: 6");
      await codex.becomes("active", { seen: modelAsked(/bash/) });
      await codex.becomes("active", { seen: modelAsked(/slow/), step: "tool failed → active" });
      await codex.becomes("idle", { seen: slowAnswered });
    },
  }),
  ...inBothModes({
    name: "api-error",
    about: "The model refuses: the turn ends with an error.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("error: 400");
      await codex.becomes("idle", { seen: screen(/^■ .*status 400/m, busy), hooks: "unknowable" });
      await codex.prompt("slow: 6");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
      await codex.becomes("idle", { seen: slowAnswered });
    },
  }),
];
