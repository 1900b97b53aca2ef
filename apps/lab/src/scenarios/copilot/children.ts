import type { Scenario } from "../../scenario/scenario.js";
import { both, modelAsked, screen } from "../../scenario/sight.js";
import { answered, asking, busy, childrenRun, permissionDialog, pressEscTwice } from "./screens.js";

const childEnded = screen(/Background agent .* completed[\s\S]*● done/, busy);

export const children: readonly Scenario[] = [
  {
    name: "subagent",
    about: "The root waits for a subagent.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("agent-sync: bash: work 5 ##say: helped", "say: all done");
      await copilot.becomes("active", { seen: modelAsked(/bash: work/) });
      await copilot.becomes("idle", { seen: answered("all done"), within: 40_000 });
    },
  },
  {
    name: "background-subagent",
    about: "A subagent goes on after the main turn.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("agent: bash: work 20 ##say: helped", "say: main answer");
      await copilot.becomes("active", { seen: childrenRun, within: 40_000, reason: "background" });
      await copilot.becomes("idle", { seen: childEnded, within: 40_000, step: "subagent ended → idle" });
    },
  },
  {
    name: "subagent-permission",
    about: "A subagent asks for a permission of its own around the end of the main turn.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("agent: bash: touch made && work 15 ##say: helped", "say: main answer");
      const asked = both(permissionDialog, screen(/^ ?● main answer/m));
      await copilot.becomes("waiting", { seen: asked, within: 40_000, reason: "permission" });
      await copilot.choose(/Yes\b/);
      await copilot.becomes("active", { seen: childrenRun, within: 40_000, hooks: "waiting" });
      await copilot.becomes("idle", { seen: childEnded, within: 40_000, step: "subagent ended → idle" });
    },
  },
  {
    name: "subagent-denied",
    about: "Esc at a subagent's dialog ends that subagent.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("agent: bash: touch made ##say: never", "say: main answer");
      const asked = both(permissionDialog, screen(/^ ?● main answer/m));
      await copilot.becomes("waiting", { seen: asked, within: 40_000, reason: "permission" });
      await copilot.keys("Escape");
      await copilot.becomes("idle", { seen: childEnded, within: 40_000 });
    },
  },
  {
    name: "subagents-stopped",
    about: "Esc Esc cancels the running subagents: no hook of theirs tells, the root's next stop does.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("agent: slow: 40", "say: main answer");
      await copilot.becomes("active", { seen: childrenRun, within: 40_000, reason: "background" });
      await pressEscTwice(copilot);
      await copilot.becomes("idle", { seen: screen(/^❯\s*$/m, /esc esc/), hooks: "active" });
      await copilot.prompt("say: later answer");
      await copilot.becomes("idle", { seen: answered("later answer") });
    },
  },
  {
    name: "esc-beside-subagent",
    about: "Esc Esc while the root waits for a subagent: the turn is over, the subagent runs on.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("agent-sync: bash: work 12 ##say: helped", "say: never");
      await copilot.becomes("active", { seen: modelAsked(/bash: work/) });
      await pressEscTwice(copilot);
      await copilot.becomes("active", { seen: childrenRun, within: 40_000 });
      await copilot.becomes("idle", {
        seen: screen(/^❯\s*$/m, /esc esc/),
        within: 40_000,
        hooks: "unknowable",
        step: "subagent ended → idle",
      });
    },
  },
  {
    name: "subagent-error",
    about: "A subagent's model refuses: the root goes on.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("agent: error: 400", "slow: 6");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.becomes("idle", { seen: screen(/word\d+ [\s\S]*● done/, busy), within: 25_000 });
    },
  },
];
