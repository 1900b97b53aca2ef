import { setTimeout as sleep } from "node:timers/promises";
import type { Scenario } from "../../scenario/scenario.js";
import { hookRan, modelAsked, screen } from "../../scenario/sight.js";
import { answered, asking, busy, interrupted, permissionDialog, turnEnded } from "./screens.js";

/** No hook tells of an answer to a dialog; the event log does. */
export const permissions: readonly Scenario[] = [
  {
    name: "permission-yes",
    about: "A permission is asked and given; the tool runs.",
    ci: true,
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("bash: touch made && work 12", "say: made it");
      await copilot.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await copilot.choose(/Yes\b/);
      await copilot.becomes("active", { seen: screen(busy), hooks: "waiting" });
      await copilot.becomes("idle", { seen: answered("made it") });
    },
  },
  {
    name: "permission-no",
    about: "A permission is refused with a reason: the turn goes on.",
    ci: true,
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("bash: touch made", "slow: 4");
      await copilot.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await copilot.keys("3");
      await copilot.submit("another way");
      await copilot.becomes("active", { seen: modelAsked(/slow/), hooks: "waiting" });
      await copilot.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "permission-esc",
    about: "Esc at a permission dialog: the turn is over, and no hook says so.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("bash: touch made", "say: never");
      await copilot.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await copilot.keys("Escape");
      await copilot.becomes("idle", { seen: interrupted, hooks: "waiting" });
      await copilot.prompt("slow: 3");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "two-permissions",
    about: "One answer with two tools that both need permission: asked one after the other.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("two-bash: touch one ||| touch two", "say: both made");
      await copilot.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await copilot.keys("1");
      await copilot.sees(screen(/touch (?:one|two)[\s\S]*touch (?:one|two)[\s\S]*Do you want to run/));
      await copilot.becomes("waiting", {
        seen: permissionDialog,
        reason: "permission",
        step: "the second one",
      });
      await copilot.keys("1");
      await copilot.becomes("idle", { seen: answered("both made") });
    },
  },
  {
    name: "allowed-beside-asked",
    about: "Of two tools in one answer, one needs permission and the other ends while that is asked.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt("two-bash: touch made ||| work 4", "say: both ran");
      await copilot.sees(permissionDialog);
      await copilot.sees(hookRan("postToolUse"));
      // The notification named no tool: hooks took the ask for the newest one's, which has ended.
      await copilot.step("the other one ended", () => sleep(2000));
      await copilot.becomes("waiting", { seen: permissionDialog, reason: "permission", hooks: "active" });
      await copilot.keys("1");
      await copilot.becomes("idle", { seen: answered("both ran") });
    },
  },
  {
    name: "write-permission",
    about: "A file is written after a permission.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await copilot.prompt(`create: ${lab.sandbox.project}/note.txt`, "slow: 3");
      await copilot.becomes("waiting", { seen: screen(/Do you want to/), reason: "permission" });
      await copilot.keys("1");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "print-mode",
    about: "Without a terminal a tool is denied at once: nobody is asked.",
    async run(lab) {
      const copilot = await lab.open();
      await copilot.run(`copilot -p '%%BEGIN bash: touch made %%slow: 12 %%END'`);
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.becomes("none", { seen: screen(/Resume +copilot/), hooks: "unknowable", within: 30_000 });
    },
  },
];
