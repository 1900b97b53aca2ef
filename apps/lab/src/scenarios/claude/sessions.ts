import type { AgentPane } from "../../scenario/agent-pane.js";
import type { Lab } from "../../scenario/lab.js";
import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { answered, asking, busy, turnEnded } from "./screens.js";

/** The session that Claude's own record names for the one running agent. */
function currentSession(lab: Lab): string | undefined {
  return lab.driver.statuses(lab.sandbox)[0]?.session;
}

async function expectSession(
  lab: Lab,
  step: string,
  wanted: (session: string | undefined) => boolean,
): Promise<void> {
  await lab.expect(step, async () => {
    const session = currentSession(lab);
    return wanted(session) ? undefined : `Claude's record names session ${session}`;
  });
}

async function answerOnce(claude: AgentPane, text: string): Promise<void> {
  await claude.prompt(`say: ${text}`);
  await claude.sees(answered(text));
}

/** What changes the conversation in a running agent. */
export const sessions: readonly Scenario[] = [
  {
    name: "clear",
    about: "/clear begins another session in the same agent.",
    ci: true,
    async run(lab) {
      const claude = await lab.start(asking);
      await answerOnce(claude, "first answer");
      const before = currentSession(lab);
      await claude.submit("/clear");
      await claude.becomes("idle", { seen: screen(/^❯\s*$/m, /first answer/) });
      await expectSession(lab, "another session", (session) => session !== undefined && session !== before);
      await claude.prompt("slow: 3");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "compact",
    about: "/compact works, then the same session sits at its prompt.",
    async run(lab) {
      const claude = await lab.start(asking);
      // The summary is the model's next answer, too.
      await claude.prompt("say: first answer", "slow: 4");
      await claude.sees(answered("first answer"));
      const before = currentSession(lab);
      await claude.submit("/compact");
      await claude.becomes("active", { seen: modelAsked(/slow/) });
      await claude.becomes("idle", { seen: screen(/Compacted/, busy) });
      await expectSession(lab, "the same session", (session) => session === before);
    },
  },
  {
    name: "compact-failed",
    about: "The model fails during /compact: its only hook carries a child's id.",
    async run(lab) {
      const claude = await lab.start(asking);
      await claude.prompt("say: first answer", "error: 529");
      await claude.sees(answered("first answer"));
      await claude.submit("/compact");
      await claude.becomes("active", { seen: modelAsked(/error/) });
      await claude.becomes("idle", { seen: screen(/Error during compaction/, busy), hooks: "unknowable" });
    },
  },
  {
    name: "resume",
    about: "/resume brings another session into the running agent.",
    async run(lab) {
      const claude = await lab.start(asking);
      await answerOnce(claude, "first answer");
      const first = currentSession(lab);
      await claude.submit("/clear");
      await claude.sees(screen(/^❯\s*$/m, /first answer/));
      await answerOnce(claude, "second answer");
      await claude.submit("/resume");
      await claude.becomes("idle", { seen: screen(/Resume session/), step: "dialog open → idle" });
      await claude.keys("Enter");
      await claude.becomes("idle", { seen: screen(/^● first answer/m, /Resume session/) });
      await expectSession(lab, "the first session", (session) => session === first);
    },
  },
  {
    name: "continue",
    about: "claude -c goes on with the last session in a new process.",
    async run(lab) {
      const claude = await lab.start(asking);
      await answerOnce(claude, "first answer");
      const first = currentSession(lab);
      await claude.submit("/exit");
      await claude.sees(screen(/Resume this session/));
      await claude.run(`clear; claude -c ${asking}`);
      await claude.becomes("idle", { seen: screen(/^● first answer/m) });
      await expectSession(lab, "the first session", (session) => session === first);
    },
  },
];
