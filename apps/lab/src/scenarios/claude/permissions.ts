import type { Scenario } from "../../scenario/scenario.js";
import { hookRan, modelAsked, screen } from "../../scenario/sight.js";
import { answered, asking, busy, interrupted, permissionDialog, turnEnded, turnRuns } from "./screens.js";

export const permissions: readonly Scenario[] = [
  {
    name: "permission-yes",
    about: "A permission is asked, reminded of, given; the tool runs.",
    ci: true,
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("bash: touch made && work 4", "say: made it");
      await claude.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      // Six seconds later Claude reminds of it: the same ask.
      await claude.sees(hookRan("Notification"));
      await claude.choose(/Yes$/);
      // No hook tells that a permission was given.
      await claude.becomes("active", { seen: turnRuns, hooks: "waiting" });
      await claude.becomes("idle", { seen: answered("made it") });
    },
  },
  {
    name: "permission-quick",
    about: "A permission is given at once, before any reminder.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("bash: touch made && work 4", "say: made it");
      await claude.sees(permissionDialog);
      await claude.choose(/Yes$/);
      await claude.becomes("active", { seen: turnRuns, hooks: "waiting" });
      await claude.becomes("idle", { seen: answered("made it") });
    },
  },
  {
    name: "permission-no",
    about: "A permission is refused: the turn is over, and no hook says so.",
    ci: true,
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("bash: touch made", "say: never");
      await claude.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await claude.choose(/No$/);
      await claude.becomes("idle", { seen: interrupted, hooks: "waiting" });
      await claude.prompt("slow: 3");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "permission-esc",
    about: "Esc at a permission dialog: the turn is over, and no hook says so.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("bash: touch made", "say: never");
      await claude.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await claude.keys("Escape");
      await claude.becomes("idle", { seen: interrupted, hooks: "waiting" });
    },
  },
  {
    name: "two-permissions",
    about: "One answer with two tools that both need permission: asked one after the other.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("two-bash: touch one ||| touch two", "say: both made");
      await claude.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await claude.choose(/Yes$/);
      const second = screen(/touch two\n[\s\S]*Do you want to proceed/);
      await claude.becomes("waiting", { seen: second, reason: "permission" });
      await claude.choose(/Yes$/);
      await claude.becomes("idle", { seen: answered("both made") });
    },
  },
  {
    name: "write-permission",
    about: "A file is written after a permission.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("write: note.txt", "slow: 3");
      await claude.becomes("waiting", {
        seen: screen(/Do you want to create note.txt/),
        reason: "permission",
      });
      await claude.choose(/Yes$/);
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.becomes("idle", { seen: screen(/done \d/, busy) });
    },
  },
  {
    name: "auto-mode",
    about: "The default mode cannot judge a tool: its dialog has no hook of its own, only a reminder.",
    async run(lab) {
      const claude = await lab.start("--permission-mode auto");
      await claude.prompt("bash: touch ../made", "say: made it");
      await claude.becomes("waiting", {
        seen: screen(/Auto mode can't check/),
        hooks: "active",
        gap: "auto-mode-dialog",
      });
      await claude.becomes("waiting", { seen: hookRan("Notification"), reason: "permission" });
    },
  },
];
