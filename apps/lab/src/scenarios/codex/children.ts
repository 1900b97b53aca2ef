import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { inBothModes } from "./modes.js";
import { answered, permissionDialog } from "./screens.js";

export const children: readonly Scenario[] = [
  ...inBothModes({
    name: "child",
    about: "A subagent works longer than the main turn.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("agent: bash: sleep 7 ##say: helped", "say: main answer");
      await codex.becomes("active", { seen: answered("main answer"), step: "the main turn ended → active" });
      await codex.becomes("idle", { seen: modelAsked(/^say: helped/), step: "the subagent ended → idle" });
    },
  }),
  ...inBothModes({
    name: "child-permission",
    about: "A subagent asks for a permission; the main turn waits for it.",
    async run(_lab, { isDaemon }, start) {
      const codex = await start();
      await codex.prompt("agent: escalate: sleep 10 ##say: helped", "wait: 30", "say: main answer");
      await codex.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await codex.choose(/Yes, proceed/);
      await codex.becomes("active", {
        seen: screen(/You approved codex to run|Waiting for agents/, /Would you like/),
        hooks: "waiting",
        ...(isDaemon ? {} : { gap: "approved-command" }),
      });
      await codex.becomes("idle", { seen: answered("main answer"), within: 40_000 });
    },
  }),
  ...inBothModes({
    name: "child-permission-esc",
    about: "Esc at a subagent's permission dialog.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("agent: escalate: sleep 10 ##say: helped", "wait: 15", "say: main answer");
      await codex.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await codex.keys("Escape");
      await codex.becomes("active", {
        seen: screen(/Waiting for agents/, /Would you like/),
        hooks: "unknowable",
      });
      // No hook tells that a subagent was interrupted.
      await codex.becomes("idle", { seen: answered("main answer"), hooks: "waiting", within: 40_000 });
    },
  }),
];
