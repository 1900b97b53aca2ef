import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { asking, busy, interrupted, permissionDialog, pressEscTwice, turnEnded } from "./screens.js";

/** No hook tells of an interruption; the event log does. One Esc alone does nothing. */
export const interrupts: readonly Scenario[] = [
  {
    name: "esc-while-streaming",
    about: "Esc Esc in the middle of an answer.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("slow: 30");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.sees(screen(/word0 word1/));
      await pressEscTwice(copilot);
      await copilot.becomes("idle", { seen: interrupted, hooks: "active" });
    },
  },
  {
    name: "esc-in-tool",
    about: "Esc Esc while a tool runs.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("bash: work 30", "say: never");
      await copilot.becomes("active", { seen: modelAsked(/bash/) });
      await pressEscTwice(copilot);
      await copilot.becomes("idle", { seen: interrupted, hooks: "active" });
      await copilot.prompt("slow: 3");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "esc-in-approved-tool",
    about: "Esc Esc while a tool runs that a person was asked about.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("bash: touch made && work 30", "say: never");
      await copilot.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await copilot.choose(/Yes\b/);
      await copilot.becomes("active", { seen: screen(/esc esc interrupt/), hooks: "waiting" });
      await pressEscTwice(copilot);
      await copilot.becomes("idle", { seen: interrupted, hooks: "waiting" });
    },
  },
  {
    name: "early-esc",
    about: "Esc Esc before the first word: the prompt goes back into the input line.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("hang:");
      await copilot.becomes("active", { seen: modelAsked(/hang/) });
      await pressEscTwice(copilot);
      await copilot.becomes("idle", { seen: screen(/^❯.*hang/m, busy), hooks: "active" });
    },
  },
];
