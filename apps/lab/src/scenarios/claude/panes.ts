import { parsePaneState, rollUp } from "@hexokit/core";
import type { Scenario } from "../../scenario/scenario.js";
import { atOnce, modelAsked, screen } from "../../scenario/sight.js";
import { Pane } from "../../tmux/pane.js";
import { asking, permissionDialog, turnEnded, turnRuns } from "./screens.js";

/** Which pane a state belongs to. */
export const panes: readonly Scenario[] = [
  {
    name: "two-panes",
    about: "Two agents in one window, each with its own state.",
    async run(lab) {
      const one = await lab.start(asking);
      const other = await lab.start(asking, await lab.tmux.split(one.pane));
      await one.prompt("bash: touch made", "say: made");
      await one.becomes("waiting", { seen: permissionDialog, reason: "permission" });
      await other.prompt("slow: 5");
      await other.becomes("active", { seen: modelAsked(/slow/) });
      await one.becomes("waiting", {
        seen: atOnce(),
        reason: "permission",
        step: "the other works → waiting",
      });
      await lab.expect("the window's rollup is waiting", async () => {
        const values = await lab.tmux.run("list-panes", "-t", one.pane.id, "-F", "#{@rk_pane_agent_state}");
        const states = values.split("\n").flatMap((value) => parsePaneState(value)?.state ?? []);
        const ok = states.length === 2 && rollUp(states) === "waiting";
        return ok ? undefined : `${rollUp(states)} of ${states.join(" and ")}`;
      });
      await other.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "moved-pane",
    about: "A pane is broken out of its window and joined to another while its agent works.",
    async run(lab) {
      const claude = await lab.start(asking);
      const neighbour = await lab.tmux.split(claude.pane);
      await claude.prompt("slow: 9");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.step("break-pane", () => lab.tmux.run("break-pane", "-d", "-s", claude.pane.id));
      await claude.becomes("active", { seen: atOnce() });
      await claude.step("join-pane", () =>
        lab.tmux.run("join-pane", "-d", "-s", claude.pane.id, "-t", neighbour.id),
      );
      await claude.becomes("active", { seen: turnRuns });
      await claude.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "second-server",
    about: "The same pane id under two tmux servers.",
    async run(lab) {
      const one = await lab.start(asking);
      const other = await lab.start(asking, await lab.newServer().start());
      await lab.expect("both panes have the same id", async () =>
        one.pane.id === other.pane.id ? undefined : `${one.pane.id} and ${other.pane.id}`,
      );
      await one.prompt("slow: 9");
      await one.becomes("active", { seen: modelAsked(/slow/) });
      await other.becomes("idle", { seen: screen(lab.driver.ready), step: "the other server's pane → idle" });
      await one.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "tmux-inside",
    about: "An agent in a tmux that runs inside the pane belongs to the inner pane.",
    async run(lab) {
      const outer = await lab.open();
      const inner = lab.newServer();
      const shell = "PS1='inner$ ' exec bash --norc --noprofile";
      await outer.run(`TMUX= tmux -L ${inner.name} -f /dev/null new-session "${shell}"`);
      await outer.sees(screen(/^inner\$ *$/m));
      const [id = "", pid = ""] = (await inner.run("list-panes", "-F", "#{pane_id} #{pane_pid}"))
        .trim()
        .split(" ");
      const claude = lab.adopt(new Pane(inner, id, Number(pid)));
      await claude.run(`claude ${asking}`);
      await claude.sees(screen(lab.driver.ready));
      await claude.prompt("slow: 6");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await outer.becomes("none", { seen: atOnce(), step: "the outer pane → none" });
      await claude.becomes("idle", { seen: turnEnded });
    },
  },
];
