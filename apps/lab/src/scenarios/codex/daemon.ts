import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codexDirectory, writeCodexConfig } from "../../codex/codex-home.js";
import { end } from "../../sandbox/processes.js";
import type { Lab } from "../../scenario/lab.js";
import type { Scenario } from "../../scenario/scenario.js";
import { atOnce, modelAsked, processEnded, screen } from "../../scenario/sight.js";
import { answered, permissionDialog, slowAnswered } from "./screens.js";
import { expectSession } from "./threads.js";

function daemonPid(lab: Lab): number {
  const file = join(codexDirectory(lab.sandbox), "app-server-daemon/daemon.pid");
  return Number((JSON.parse(readFileSync(file, "utf8")) as { readonly pid: number }).pid);
}

/** What comes of one daemon that serves all TUIs. */
export const daemon: readonly Scenario[] = [
  {
    name: "daemon-killed",
    about: "kill -9 of the daemon in the middle of a turn.",
    async run(lab) {
      const codex = await lab.start();
      await codex.prompt("slow: 30");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
      const pid = daemonPid(lab);
      await codex.step("kill -9 of the daemon", async () => end(pid, "SIGKILL"));
      await codex.becomes("idle", { seen: processEnded(pid), hooks: "active" });
    },
  },
  {
    name: "two-panes-one-folder",
    about: "Two TUIs of one daemon in two panes, in the same folder: each has its own state.",
    async run(lab) {
      const one = await lab.start();
      const other = await lab.start("", await lab.tmux.split(one.pane));
      await other.prompt("escalate: sleep 10", "say: other done");
      await other.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await one.prompt("slow: 9");
      await one.becomes("active", { seen: modelAsked(/slow: 9/) });
      await other.becomes("waiting", {
        seen: atOnce(),
        reason: "permission",
        step: "the first works → waiting",
      });
      await expectSession(lab, one, "slow: 9");
      await expectSession(lab, other, "other done");
      await one.becomes("idle", { seen: slowAnswered });
      await other.choose(/Yes, proceed/);
      await other.becomes("active", { seen: screen(/You approved codex/), hooks: "waiting" });
      await other.becomes("idle", { seen: answered("other done") });
    },
  },
  {
    name: "two-panes-two-folders",
    about: "Two TUIs of one daemon, each in a folder of its own.",
    async run(lab) {
      const folder = join(lab.sandbox.home, "other");
      mkdirSync(folder);
      writeCodexConfig(lab.sandbox, lab.model.url, { folders: [folder] });
      const one = await lab.start();
      const other = await lab.open();
      await other.run(`cd ${folder}; codex`);
      await lab.arrive(other);
      await other.prompt("slow: 10");
      await other.becomes("active", { seen: modelAsked(/slow: 10/) });
      await one.prompt("escalate: sleep 10", "say: first done");
      await one.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await other.becomes("idle", { seen: slowAnswered });
      await one.keys("Escape");
      await one.becomes("idle", { seen: screen(/Conversation interrupted/) });
    },
  },
  {
    name: "first-tui-ended",
    about: "The TUI that started the daemon is gone; another goes on with the daemon's old environment.",
    async run(lab) {
      const one = await lab.start();
      const other = await lab.start("", await lab.tmux.split(one.pane));
      const pid = one.agentPid();
      await one.submit("/quit");
      await one.becomes("none", { seen: processEnded(pid) });
      await other.prompt("slow: 4");
      await other.becomes("active", { seen: modelAsked(/slow/) });
      await one.becomes("none", { seen: atOnce(), step: "the other works → none" });
      await other.becomes("idle", { seen: slowAnswered });
    },
  },
  {
    name: "opened-twice",
    about: "A thread that one TUI shows is opened in a second one.",
    async run(lab) {
      const one = await lab.start();
      await one.prompt("say: first answer");
      await one.becomes("idle", { seen: answered("first answer") });
      const other = await lab.open(await lab.tmux.split(one.pane));
      await other.run("codex resume --last");
      await other.sees(screen(/^• first answer/m), 30_000);
      await other.prompt("slow: 5");
      // The app-server names the TUI that loaded the thread: both panes show the turn, one is told.
      await one.becomes("active", { seen: modelAsked(/slow/), step: "a prompt in the second → active" });
      await other.becomes("active", {
        seen: atOnce(),
        hooks: "unknowable",
        gap: "several-clients",
        step: "in the second pane → active",
      });
      await one.becomes("idle", { seen: slowAnswered });
    },
  },
];
