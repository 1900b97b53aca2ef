import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { answered, busy, patience, slowEnded, unasked } from "./screens.js";

export const turns: readonly Scenario[] = [
  {
    name: "start",
    about: "A start has no session yet; the first prompt makes one.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.becomes("idle", {
        seen: screen(/No session yet/),
        hooks: "none",
        gap: "before-first-prompt",
        step: "at its prompt → idle",
      });
      await kimi.prompt("say: hello");
      await kimi.becomes("idle", { seen: answered("hello"), within: patience });
    },
  },
  {
    name: "prompt",
    about: "A prompt is worked on and answered.",
    ci: true,
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("slow: 12");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
      await kimi.becomes("idle", { seen: slowEnded, within: patience });
    },
  },
  {
    name: "tool",
    about: "A tool that needs no permission.",
    async run(lab) {
      const kimi = await lab.start(unasked);
      await kimi.prompt("bash: work 12", "say: worked");
      await kimi.becomes("active", { seen: modelAsked(/bash/), within: patience });
      await kimi.becomes("idle", { seen: answered("worked"), within: patience });
    },
  },
  {
    name: "failing-tool",
    about: "A tool that fails; the turn goes on and ends.",
    async run(lab) {
      const kimi = await lab.start(unasked);
      await kimi.prompt("bash: work 12 7", "slow: 12");
      await kimi.becomes("active", { seen: modelAsked(/bash/), within: patience });
      await kimi.becomes("active", {
        seen: modelAsked(/slow/),
        within: patience,
        step: "tool failed → active",
      });
      await kimi.becomes("idle", { seen: slowEnded, within: patience });
    },
  },
  {
    name: "api-error",
    about: "The model refuses: the turn ends with an error.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("error: 400");
      await kimi.becomes("idle", {
        seen: screen(/Error: \[provider\.api_error\] 400/, busy),
        reason: "error",
      });
      await kimi.prompt("slow: 12");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
      await kimi.becomes("idle", { seen: slowEnded, within: patience });
    },
  },
  {
    name: "queued-prompt",
    about: "A second prompt, sent while the first is answered, waits for its turn.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("slow: 15");
      await kimi.becomes("active", { seen: modelAsked(/slow: 15/), within: patience });
      await kimi.prompt("slow: 12");
      await kimi.becomes("active", { seen: screen(/to edit · ctrl-s to steer/) });
      await kimi.becomes("active", {
        seen: modelAsked(/slow: 12/),
        within: patience,
        step: "its turn begins → active",
      });
      await kimi.becomes("idle", { seen: screen(/word0 [\s\S]*word0 /, busy), within: patience });
    },
  },
];
