import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeClaudeSettings } from "../../claude/claude-home.js";
import type { Scenario } from "../../scenario/scenario.js";
import { hookRan, modelAsked, screen } from "../../scenario/sight.js";
import { answered, asking, turnEnded } from "./screens.js";

/** Hooks that cannot run, or not yet: Claude's own record is all there is. */
export const conditions: readonly Scenario[] = [
  {
    name: "empty-home",
    about: "First start in an empty home: dialogs, then the first prompt.",
    bare: true,
    async run(lab) {
      // With nothing at all in the home the first start asks a server for permission, which loopback has not.
      writeFileSync(join(lab.sandbox.home, ".claude.json"), '{"hasCompletedOnboarding":true}');
      await lab.setUp();
      const claude = await lab.open();
      await claude.run(`claude ${asking}`);
      await claude.becomes("unknown", {
        seen: screen(/Yes, I trust this folder/),
        step: "trust asked → unknown",
      });
      await claude.keys("Down", "Enter");
      await claude.sees(screen(/Do you want to use this API key/));
      await claude.keys("Up", "Enter");
      await claude.becomes("idle", { seen: screen(lab.driver.ready) });
      await claude.prompt("slow: 4");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "setup-while-running",
    about: "Hooks are installed while the agent runs: it takes them without a restart.",
    bare: true,
    async run(lab) {
      lab.seed();
      const claude = await lab.start(asking);
      await claude.becomes("idle", {
        seen: screen(lab.driver.ready),
        hooks: "none",
        step: "no hooks yet → idle",
      });
      await claude.step("rk agent setup", () => lab.setUp());
      // Claude sees about a second later that its settings have changed.
      await claude.sees(hookRan("ConfigChange"));
      await claude.prompt("slow: 5");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "hooks-disabled",
    about: "disableAllHooks in the settings: the list still knows.",
    async run(lab) {
      writeClaudeSettings(lab.sandbox, { disableAllHooks: true });
      const claude = await lab.start(asking);
      await claude.becomes("idle", { seen: screen(lab.driver.ready), hooks: "none", step: "started → idle" });
      await claude.prompt("slow: 4");
      await claude.becomes("active", { seen: modelAsked(/slow/), hooks: "none" });
      await claude.becomes("idle", { seen: turnEnded, hooks: "none" });
    },
  },
  {
    name: "outside-tmux",
    about: "Without TMUX in its environment, with a tool payload of 1 MiB: nothing odd on the screen.",
    async run(lab) {
      const claude = await lab.open();
      await claude.run(`env -u TMUX -u TMUX_PANE claude ${asking}`);
      await claude.becomes("idle", { seen: screen(lab.driver.ready), hooks: "none", step: "started → idle" });
      await claude.prompt("write-large: big.txt", "say: written");
      await claude.sees(screen(/Do you want to create big.txt/));
      await claude.choose(/Yes$/);
      await claude.becomes("idle", { seen: answered("written"), hooks: "none" });
      await lab.expect("nothing odd on the screen", async () => {
        const { text } = await claude.pane.capture();
        return /hook|EPIPE|error|warn/i.test(text) ? text.trim() : undefined;
      });
    },
  },
];
