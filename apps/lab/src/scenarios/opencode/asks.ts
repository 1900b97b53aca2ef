import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked } from "../../scenario/sight.js";
import { answered, permissionDialog, questionDialog, quiet } from "./screens.js";

const first = { within: 60_000 };

export const asks: readonly Scenario[] = [
  {
    name: "opencode-permission-once",
    about: "A permission is asked and given; the command takes its time.",
    ci: true,
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("bash: sleep 5", "say: all done");
      await opencode.becomes("waiting", { seen: permissionDialog, reason: "permission", ...first });
      await opencode.keys("Enter");
      await opencode.becomes("active", { seen: quietDialog(), step: "given → active" });
      await opencode.becomes("idle", { seen: answered("all done"), within: 30_000 });
    },
  },
  {
    name: "opencode-permission-esc",
    about: "Esc at a permission dialog: the turn is over.",
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("bash: sleep 5", "say: never");
      await opencode.becomes("waiting", { seen: permissionDialog, reason: "permission", ...first });
      await opencode.keys("Escape");
      await opencode.becomes("idle", { seen: quiet });
    },
  },
  {
    name: "opencode-question",
    about: "A question is asked and answered.",
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("ask:", "slow: 6");
      await opencode.becomes("waiting", { seen: questionDialog, reason: "question", ...first });
      await opencode.keys("Enter");
      await opencode.becomes("active", { seen: modelAsked(/slow/) });
      await opencode.becomes("idle", { seen: quiet, within: 30_000 });
    },
  },
  {
    name: "opencode-question-esc",
    about: "Esc at a question: the turn is over.",
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("ask:", "say: never");
      await opencode.becomes("waiting", { seen: questionDialog, reason: "question", ...first });
      await opencode.keys("Escape");
      await opencode.becomes("idle", { seen: quiet });
    },
  },
  {
    name: "opencode-child-permission",
    about: "A subagent asks: the pane waits.",
    async run(lab) {
      const opencode = await lab.start();
      await opencode.prompt("task: bash: sleep 5 ##say: helped", "slow: 6");
      await opencode.becomes("waiting", { seen: permissionDialog, reason: "permission", ...first });
      await opencode.keys("Enter");
      await opencode.becomes("active", { seen: modelAsked(/slow/), within: 30_000 });
      await opencode.becomes("idle", { seen: quiet, within: 30_000 });
    },
  },
];

function quietDialog() {
  const { what, look } = permissionDialog;
  return {
    what: `no ${what}`,
    look: (view: Parameters<typeof look>[0]) =>
      view.frames.find((frame) => frame.at >= view.since && !/Permission required/.test(frame.text))?.at,
  };
}
