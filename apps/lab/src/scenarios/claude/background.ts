import type { Scenario } from "../../scenario/scenario.js";
import { both, hookRan, modelAsked, screen } from "../../scenario/sight.js";
import { answered, asking, busy, permissionDialog } from "./screens.js";

const childFinished = screen(/Agent "a helper" finished[\s\S]*done \d/, busy);

/** Claude runs every subagent in the background: the main turn ends before it does. */
export const background: readonly Scenario[] = [
  {
    name: "background-shell",
    about: "A shell goes on in the background after the turn.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("bash-background: work 6", "say: shell started");
      await claude.becomes("idle", { seen: answered("shell started"), reason: "background" });
      await claude.becomes("idle", {
        seen: screen(/Background command .* completed[\s\S]*done \d/, busy),
        step: "shell ended → idle",
      });
    },
  },
  {
    name: "background-subagent",
    about: "A subagent goes on after the main turn.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("agent: bash: work 6 ##say: helped", "say: main answer");
      await claude.becomes("active", { seen: answered("main answer"), reason: "background" });
      await claude.becomes("idle", { seen: childFinished, step: "subagent ended → idle" });
    },
  },
  {
    name: "subagent-permission",
    about: "A subagent asks for a permission of its own around the end of the main turn.",
    ci: true,
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("agent: bash: touch made && work 4 ##say: helped", "say: main answer");
      const asked = both(permissionDialog, screen(/^● main answer/m));
      await claude.becomes("waiting", { seen: asked, reason: "permission" });
      await claude.choose(/Yes$/);
      await claude.becomes("active", {
        seen: screen(/Waiting for 1 background agent/, /proceed\?/),
        hooks: "waiting",
      });
      await claude.becomes("idle", { seen: childFinished, step: "subagent ended → idle" });
    },
  },
  {
    name: "subagent-permission-in-turn",
    about: "A subagent's dialog stays open while the main turn goes on and ends.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("agent: bash: touch made ##say: helped", "slow: 6");
      await claude.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await claude.becomes("waiting", {
        seen: screen(/Waiting for 1 background agent/),
        reason: "permission",
        step: "main turn ended → waiting",
      });
      await claude.choose(/Yes$/);
      await claude.becomes("idle", { seen: childFinished, step: "subagent ended → idle" });
    },
  },
  {
    name: "subagent-denied",
    about: "A subagent's permission is refused; it goes on without.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("agent: bash: touch made ##slow: 5", "say: main answer");
      await claude.becomes("waiting", {
        seen: both(permissionDialog, screen(/^● main answer/m)),
        reason: "permission",
      });
      await claude.choose(/No$/);
      // No hook that we install tells of the refusal.
      await claude.becomes("active", { seen: modelAsked(/slow/), reason: "background", hooks: "waiting" });
      await claude.becomes("idle", { seen: childFinished, step: "subagent ended → idle" });
    },
  },
  {
    name: "two-subagents",
    about: "One subagent ends, and the main turn runs again, while the other one's dialog is open.",
    async run(lab) {
      const claude = await lab.start(asking);
      const first = "agent: bash: work 5 ##say: helped once";
      const second = "agent: bash: touch made && work 3 ##say: helped twice";
      await claude.prompt(first, second, "say: main answer");
      await claude.becomes("waiting", {
        seen: both(permissionDialog, screen(/^● main answer/m)),
        reason: "permission",
      });
      const oneEnded = screen(/Agent "a helper" finished[\s\S]*Waiting for 1 background agent/);
      await claude.becomes("waiting", {
        seen: oneEnded,
        reason: "permission",
        step: "first ended → waiting",
      });
      await claude.choose(/Yes$/);
      await claude.becomes("active", { seen: screen(/Waiting for 1/, /proceed\?/), hooks: "waiting" });
      await claude.becomes("idle", { seen: childFinished, step: "both ended → idle" });
    },
  },
  {
    name: "subagents-stopped",
    about: "A person stops the running subagents: no hook of theirs tells.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("agent: bash: work 40 ##say: never", "say: main answer");
      await claude.becomes("active", { seen: answered("main answer"), reason: "background" });
      await claude.keys("C-x", "C-k");
      await claude.sees(screen(/again to stop background agents/));
      await claude.keys("C-x", "C-k");
      await claude.becomes("idle", { seen: screen(/was stopped by the user[\s\S]*done \d/, busy) });
    },
  },
  {
    name: "permission-beside-subagent",
    about: "The main turn asks for a permission while a subagent works.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("agent: bash: work 9 ##say: helped", "bash: touch made", "say: made it");
      await claude.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await claude.choose(/Yes$/);
      await claude.becomes("active", { seen: answered("made it"), reason: "background" });
      await claude.becomes("idle", { seen: childFinished, step: "subagent ended → idle" });
    },
  },
  {
    name: "esc-beside-subagent-dialog",
    about: "Esc with a subagent's dialog on the screen refuses that; the main turn goes on.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("agent: bash: touch made ##slow: 5", "slow: 14");
      await claude.becomes("waiting", {
        seen: both(permissionDialog, modelAsked(/slow: 14/)),
        reason: "permission",
      });
      await claude.keys("Escape");
      await claude.becomes("active", { seen: modelAsked(/slow: 5/), hooks: "waiting" });
      await claude.becomes("active", { seen: hookRan("SubagentStop"), step: "subagent ended → active" });
      await claude.becomes("idle", { seen: childFinished, step: "main turn ended → idle" });
    },
  },
];
