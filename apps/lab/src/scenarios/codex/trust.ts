import { answerHooksDialog, hooksDialog } from "../../codex/codex-driver.js";
import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { inBothModes } from "./modes.js";
import { slowAnswered } from "./screens.js";

/** Hooks do nothing until the user has trusted them in the TUI. */
export const trust: readonly Scenario[] = [
  ...inBothModes({
    name: "trust",
    about: "At the first start after setup the user trusts the hooks.",
    async run(lab, { parameters }) {
      const codex = await lab.open();
      await codex.run(`codex ${parameters}`);
      await codex.becomes("unknown", {
        seen: hooksDialog,
        within: 30_000,
        step: "asked about hooks → unknown",
      });
      await lab.expect("setup's hooks are untrusted, and explain says so", async () => {
        const text = await lab.explain(codex.pane);
        return /untrusted/.test(text) ? undefined : text;
      });
      await lab.arrive(codex);
      await codex.prompt("slow: 8");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
      await codex.becomes("idle", { seen: slowAnswered });
    },
  }),
  ...inBothModes({
    name: "untrusted",
    about: "The user goes on without trusting the hooks: the rollout alone tells the state.",
    async run(lab, { parameters }) {
      const codex = await lab.open();
      await codex.run(`codex ${parameters}`);
      await codex.sees(hooksDialog, 30_000);
      await codex.step("trust none", () => answerHooksDialog(codex.pane, "3"));
      await codex.sees(screen(lab.driver.ready, /Hooks need review/));
      await codex.prompt("slow: 8");
      await codex.becomes("active", { seen: modelAsked(/slow/), hooks: "none" });
      await codex.becomes("idle", { seen: slowAnswered, hooks: "none" });
    },
  }),
];
