import { end } from "../../sandbox/processes.js";
import type { AgentPane } from "../../scenario/agent-pane.js";
import type { Scenario } from "../../scenario/scenario.js";
import { atOnce, modelAsked, processEnded, screen } from "../../scenario/sight.js";
import { answered, patience, slowEnded } from "./screens.js";

async function answerOnce(kimi: AgentPane, text: string): Promise<void> {
  await kimi.prompt(`say: ${text}`);
  await kimi.sees(answered(text), patience);
}

/** What changes the conversation in a running agent, or goes on with one in another. */
export const sessions: readonly Scenario[] = [
  {
    name: "clear",
    about: "/clear begins another session in the same agent.",
    async run(lab) {
      const kimi = await lab.start();
      await answerOnce(kimi, "first answer");
      await kimi.submit("/clear");
      await kimi.becomes("idle", { seen: screen(/Started a new session/) });
      await kimi.prompt("slow: 12");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
      await kimi.becomes("idle", { seen: slowEnded, within: patience });
    },
  },
  {
    name: "compact",
    about: "/compact works, then the same session sits at its prompt.",
    async run(lab) {
      const kimi = await lab.start();
      // The summary is the model's next answer, too.
      await kimi.prompt("say: first answer", "slow: 12");
      await kimi.sees(answered("first answer"), patience);
      await kimi.submit("/compact");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
      await kimi.becomes("idle", { seen: screen(/Compaction complete/) });
    },
  },
  {
    name: "reload",
    about: "/reload ends and resumes the same session.",
    async run(lab) {
      const kimi = await lab.start();
      await answerOnce(kimi, "first answer");
      await kimi.submit("/reload");
      await kimi.becomes("idle", { seen: atOnce() });
      await kimi.prompt("slow: 12");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
      await kimi.becomes("idle", { seen: slowEnded, within: patience });
    },
  },
  {
    name: "continue",
    about: "kimi -c goes on with the last session in a new process.",
    async run(lab) {
      const kimi = await lab.start();
      await answerOnce(kimi, "first answer");
      await kimi.submit("/exit");
      await kimi.sees(screen(/Bye!/));
      await kimi.run("clear; kimi -c");
      await kimi.becomes("idle", { seen: screen(/^ ● first answer/m), within: 30_000 });
      await kimi.prompt("slow: 12");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
    },
  },
  {
    name: "continue-killed",
    about:
      "kimi -c goes on with a session that was killed in the middle of a turn: its record still says so.",
    async run(lab) {
      const kimi = await lab.start();
      await kimi.prompt("slow: 30");
      await kimi.becomes("active", { seen: modelAsked(/slow/), within: patience });
      const pid = kimi.agentPid();
      await kimi.step("kill -9", async () => end(pid, "SIGKILL"));
      await kimi.sees(processEnded(pid));
      await kimi.run("clear; kimi -c");
      await kimi.becomes("idle", {
        seen: screen(/context: \d+%/),
        step: "started again → idle",
        within: 30_000,
      });
    },
  },
];
