import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { answered, interrupted, permissionDialog, questionDialog, toolRuns, writeDialog } from "./screens.js";

export const permissions: readonly Scenario[] = [
  {
    name: "permission-yes",
    about: "A permission is asked and given; the command takes its time.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("bash: sleep 6", "slow: 6");
      await gemini.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await gemini.choose(/Allow once/);
      await gemini.becomes("active", { seen: toolRuns, hooks: "waiting", gap: "approved-tool" });
      await gemini.becomes("active", { seen: modelAsked(/slow/), step: "the command ended → active" });
    },
  },
  {
    name: "permission-no",
    about: "A permission is refused: the turn is over, and no hook says so.",
    ci: true,
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("bash: mkdir made", "say: never");
      await gemini.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await gemini.choose(/No, suggest/);
      await gemini.becomes("idle", { seen: interrupted, hooks: "waiting" });
      await gemini.prompt("slow: 6");
      await gemini.becomes("active", { seen: modelAsked(/slow/) });
    },
  },
  {
    name: "permission-esc",
    about: "Esc at a permission dialog: the turn is over, and no hook says so.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("bash: mkdir made", "say: never");
      await gemini.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await gemini.keys("Escape");
      await gemini.becomes("idle", { seen: interrupted, hooks: "waiting" });
    },
  },
  {
    name: "two-permissions",
    about: "One answer with two tools that both need permission: the second is refused, the turn goes on.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("two-bash: mkdir one ||| mkdir two", "slow: 20");
      await gemini.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await gemini.choose(/Allow once/);
      await gemini.becomes("waiting", {
        seen: screen(/mkdir two\s+│[\s\S]*Allow execution/),
        reason: "permission",
      });
      await gemini.choose(/No, suggest/);
      await gemini.becomes("active", { seen: modelAsked(/slow/), hooks: "waiting", step: "no → active" });
    },
  },
  {
    name: "write-permission",
    about: "A file is written after a permission.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("write: note.txt", "slow: 6");
      await gemini.becomes("waiting", { seen: writeDialog, reason: "permission" });
      await gemini.choose(/Allow once/);
      await gemini.becomes("active", { seen: modelAsked(/slow/) });
    },
  },
  {
    name: "question",
    about: "A question of the agent's own is answered.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("ask:", "say: chosen");
      await gemini.becomes("waiting", { seen: questionDialog, reason: "question" });
      await gemini.keys("Enter");
      await gemini.becomes("idle", { seen: answered("chosen") });
    },
  },
  {
    name: "question-esc",
    about: "Esc at a question: the turn is over, and no hook says so.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("ask:", "say: never");
      await gemini.becomes("waiting", { seen: questionDialog, reason: "question" });
      await gemini.keys("Escape");
      await gemini.becomes("idle", { seen: interrupted, hooks: "waiting" });
    },
  },
];
