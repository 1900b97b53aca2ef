import { writeCodexConfig } from "../../codex/codex-home.js";
import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { daemonMode, inBothModes, ownProcess } from "./modes.js";
import { answered, busy, interrupted, permissionDialog, slowAnswered } from "./screens.js";

export const permissions: readonly Scenario[] = [
  ...inBothModes({
    name: "permission-yes",
    about: "A permission is asked and given; the command takes its time.",
    ci: daemonMode,
    async run(_lab, { isDaemon }, start) {
      const codex = await start();
      await codex.prompt("escalate: sleep 8", "slow: 6");
      await codex.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await codex.choose(/Yes, proceed/);
      // No hook tells that a permission was given.
      await codex.becomes("active", {
        seen: screen(/You approved codex to run/),
        hooks: "waiting",
        ...(isDaemon ? {} : { gap: "approved-command" }),
      });
      await codex.becomes("active", { seen: modelAsked(/slow/), step: "the command ended → active" });
      await codex.becomes("idle", { seen: slowAnswered });
    },
  }),
  ...inBothModes({
    name: "permission-no",
    about: "A permission is refused: the turn is over.",
    ci: ownProcess,
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("escalate: sleep 5", "say: never");
      await codex.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await codex.choose(/No, and tell/);
      await codex.becomes("idle", { seen: interrupted });
      await codex.prompt("slow: 6");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
      await codex.becomes("idle", { seen: slowAnswered });
    },
  }),
  ...inBothModes({
    name: "permission-esc",
    about: "Esc at a permission dialog: the turn is over.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("escalate: sleep 5", "say: never");
      await codex.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await codex.keys("Escape");
      await codex.becomes("idle", { seen: interrupted });
    },
  }),
  ...inBothModes({
    name: "two-permissions",
    about: "Two commands that need a permission, one after the other.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("escalate: echo one", "escalate: echo two", "say: both done");
      await codex.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await codex.choose(/Yes, proceed/);
      await codex.becomes("waiting", {
        seen: screen(/following command\?[\s\S]*\$ echo two/),
        reason: "permission",
      });
      await codex.choose(/Yes, proceed/);
      await codex.becomes("idle", { seen: answered("both done") });
    },
  }),
  ...inBothModes({
    name: "auto-review",
    about: "A model reviews what a command needs: nobody is asked.",
    async run(lab, _mode, start) {
      writeCodexConfig(lab.sandbox, lab.model.url, { lines: ['approvals_reviewer = "auto_review"'] });
      const codex = await start();
      await codex.prompt("escalate: sleep 8", "say: reviewed");
      await codex.becomes("active", { seen: modelAsked(/review/), step: "it is reviewed → active" });
      await codex.becomes("idle", { seen: screen(/^• reviewed/m, busy) });
    },
  }),
];
