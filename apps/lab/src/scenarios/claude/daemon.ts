import type { Scenario } from "../../scenario/scenario.js";
import { screen } from "../../scenario/sight.js";
import { answered, asking, permissionDialog, turnRuns } from "./screens.js";

/** Sessions that live in Claude's daemon (`/bg`): their hooks run without a pane. */
export const daemon: readonly Scenario[] = [
  {
    name: "background-session",
    about: "/bg moves the session into Claude's daemon; the pane is a shell again.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("say: to the background");
      await claude.sees(answered("to the background"));
      await claude.submit("/bg");
      await claude.becomes("none", { seen: screen(/claude attach/) });
    },
  },
  {
    name: "attached-session",
    about: "claude attach shows a session of the daemon: its state belongs to this pane.",
    async run(lab) {
      // The hooks run in the daemon, which has no pane: the option stays unset, the list finds the session.
      const claude = await lab.start(asking);
      await claude.prompt("say: to the background");
      await claude.sees(answered("to the background"));
      await claude.submit("/bg");
      await claude.sees(screen(/claude attach/));
      const { text } = await claude.pane.capture();
      await claude.run(`clear; claude attach ${/claude attach (\w+)/.exec(text)?.[1]}`);
      await claude.becomes("idle", { seen: answered("to the background"), hooks: "none" });
      await claude.prompt("bash: touch made && work 4", "say: made it");
      await claude.becomes("waiting", { seen: permissionDialog, reason: "permission", hooks: "none" });
      await claude.choose(/Yes$/);
      await claude.becomes("active", { seen: turnRuns, hooks: "none" });
      await claude.becomes("idle", { seen: answered("made it"), hooks: "none" });
      await claude.submit("/exit");
      await claude.becomes("none", {
        seen: screen(/describe a task for a new session/),
        step: "list of sessions → none",
      });
    },
  },
];
