import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { answered, patience, permissionDialog, slowEnded } from "./screens.js";

const approved = screen(/Approved: /, /Run this command\?/);

export const permissions: readonly Scenario[] = [
  {
    name: "permission-yes",
    about: "A permission is asked and given; the tool runs.",
    ci: true,
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("bash: work 12", "say: made it");
      await kimi.becomes("waiting", { seen: permissionDialog, within: patience, reason: "permission" });
      await kimi.keys("1");
      await kimi.becomes("active", { seen: approved, within: patience });
      await kimi.becomes("idle", { seen: answered("made it"), within: patience });
    },
  },
  {
    name: "permission-no",
    about: "A permission is refused: the model goes on.",
    ci: true,
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("bash: touch made", "slow: 12");
      await kimi.becomes("waiting", { seen: permissionDialog, within: patience, reason: "permission" });
      await kimi.keys("3");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
      await kimi.becomes("idle", { seen: slowEnded, within: patience });
    },
  },
  {
    name: "permission-esc",
    about: "Esc at a permission dialog refuses, and the model goes on.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("bash: touch made", "slow: 12");
      await kimi.becomes("waiting", { seen: permissionDialog, within: patience, reason: "permission" });
      await kimi.keys("Escape");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
      await kimi.becomes("idle", { seen: slowEnded, within: patience });
    },
  },
  {
    name: "two-permissions",
    about: "One answer with two tools that both need permission.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("two-bash: touch one ||| touch two", "say: both made");
      await kimi.becomes("waiting", { seen: permissionDialog, within: patience, reason: "permission" });
      await kimi.keys("1");
      await kimi.becomes("waiting", {
        seen: screen(/Run this command\?[\s\S]*touch two/),
        reason: "permission",
        step: "the second → waiting",
      });
      await kimi.keys("1");
      await kimi.becomes("idle", { seen: answered("both made"), within: patience });
    },
  },
];
