import type { Scenario } from "../../scenario/scenario.js";
import { hookRan, modelAsked } from "../../scenario/sight.js";
import { answered, interrupted, patience, permissionDialog, slowEnded, unasked } from "./screens.js";

export const children: readonly Scenario[] = [
  {
    name: "subagent",
    about: "A subagent works, then the root goes on: the subagent's Stop is not the root's.",
    async run(lab) {
      const kimi = await lab.start(unasked);
      await kimi.prompt("agent: say: helped", "slow: 12");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
      await kimi.becomes("idle", { seen: slowEnded, within: patience });
    },
  },
  {
    name: "two-subagents",
    about: "Two subagents side by side: the first one's end ends neither the other nor the root.",
    async run(lab) {
      const kimi = await lab.start(unasked);
      await kimi.prompt("two-agents: say: quick ||| bash: work 20 ##say: late", "slow: 12");
      await kimi.becomes("active", {
        seen: hookRan("SubagentStop"),
        within: patience,
        step: "the first ends → active",
      });
      await kimi.becomes("active", {
        seen: modelAsked(/slow/),
        within: patience,
        step: "both ended → active",
      });
      await kimi.becomes("idle", { seen: slowEnded, within: patience });
    },
  },
  {
    name: "subagent-permission",
    about: "A subagent asks for a permission.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("agent: bash: work 12 ##say: helped", "say: main answer");
      await kimi.becomes("waiting", { seen: permissionDialog, within: patience, reason: "permission" });
      await kimi.keys("1");
      await kimi.becomes("active", { seen: hookRan("PermissionResult"), within: patience });
      await kimi.becomes("idle", { seen: answered("main answer"), within: patience });
    },
  },
  {
    name: "subagent-esc",
    about: "Esc while the root waits for a subagent: both are over.",
    async run(lab) {
      const kimi = await lab.start(unasked);
      await kimi.prompt("agent: bash: work 30 ##say: never", "say: never");
      await kimi.becomes("active", { seen: modelAsked(/bash: work 30/), within: patience });
      await kimi.keys("Escape");
      await kimi.becomes("idle", { seen: interrupted, within: patience });
      await kimi.prompt("slow: 12");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
      await kimi.becomes("idle", { seen: slowEnded, within: patience });
    },
  },
  {
    name: "background-subagent",
    about: "A subagent goes on after the root's turn, then the root takes its answer.",
    async run(lab) {
      const kimi = await lab.start(unasked);
      await kimi.prompt("agent-background: bash: work 20 ##say: helped", "say: main answer");
      await kimi.becomes("active", { seen: answered("main answer"), within: patience, reason: "background" });
      await kimi.becomes("idle", {
        seen: answered("done"),
        within: patience,
        step: "the root took its answer → idle",
      });
    },
  },
  {
    name: "background-shell",
    about: "A command goes on in the background after the turn.",
    async run(lab) {
      const kimi = await lab.start(unasked);
      await kimi.prompt("bash-background: work 20", "say: shell started");
      await kimi.becomes("idle", { seen: answered("shell started"), within: patience, reason: "background" });
      await kimi.becomes("idle", {
        seen: answered("done"),
        within: patience,
        step: "the root took its answer → idle",
      });
    },
  },
];
