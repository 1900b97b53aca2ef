import type { AgentPane } from "../../scenario/agent-pane.js";
import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { answered, asking, atPrompt, turnEnded } from "./screens.js";

async function answerOnce(copilot: AgentPane, text: string): Promise<void> {
  await copilot.prompt(`say: ${text}`);
  await copilot.sees(answered(text));
}

export const sessions: readonly Scenario[] = [
  {
    name: "clear",
    about: "/clear begins another session in the same agent.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await answerOnce(copilot, "first answer");
      const before = lab.driver.statuses(lab.sandbox)[0]?.session;
      await copilot.submit("/clear");
      await copilot.becomes("idle", { seen: screen(/^❯\s*$/m, /first answer/) });
      await lab.expect("another session", async () => {
        const session = lab.driver.statuses(lab.sandbox)[0]?.session;
        return session !== undefined && session !== before ? undefined : `the session is ${session}`;
      });
      await copilot.prompt("slow: 3");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "compact",
    about: "/compact works, then the same session sits at its prompt: no hook of ours tells.",
    async run(lab) {
      const copilot = await lab.start(asking);
      // The summary is the model's next answer, too.
      await copilot.prompt("say: first answer", "slow: 4");
      await copilot.sees(answered("first answer"));
      await copilot.submit("/compact");
      await copilot.becomes("idle", { seen: screen(/Compaction completed/), within: 25_000 });
    },
  },
  {
    name: "resume",
    about: "A session is resumed in a new process: until the first prompt only its command line names it.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await answerOnce(copilot, "first answer");
      const session = lab.driver.statuses(lab.sandbox)[0]?.session;
      await copilot.submit("/exit");
      await copilot.sees(screen(/Resume +copilot/));
      await copilot.run(`clear; copilot --resume=${session} ${asking}`);
      await copilot.becomes("idle", {
        seen: screen(/^ ?● first answer[\s\S]*^❯\s*$/m),
        // What the process before left; it is not this one's.
        hooks: "idle",
      });
      await copilot.prompt("slow: 3");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "other-session",
    about: "Another open session is shown; the list follows with its next prompt.",
    async run(lab) {
      const copilot = await lab.start(asking);
      await answerOnce(copilot, "first answer");
      await copilot.submit("/clear");
      await copilot.sees(screen(/^❯\s*$/m, /first answer/));
      await copilot.prompt("error: 400");
      await copilot.sees(screen(/✗.*400/));
      await copilot.submit("/resume");
      await copilot.sees(screen(/\[Sessions\]/));
      await copilot.keys("Down");
      await copilot.keys("Enter");
      await copilot.sees(screen(/^ ?● first answer/m));
      await copilot.prompt("slow: 3");
      await copilot.becomes("active", { seen: modelAsked(/slow/) });
      await copilot.becomes("idle", { seen: turnEnded });
    },
  },
  {
    name: "untrusted-folder",
    about: "The folder-trust dialog of a first start, and the prompt behind it.",
    async run(lab) {
      const copilot = await lab.open();
      await copilot.run(`mkdir ../other; cd ../other; copilot ${asking}`);
      await copilot.becomes("unknown", {
        seen: screen(/Do you trust the files in this folder/),
        hooks: "none",
      });
      await copilot.keys("1");
      await copilot.becomes("idle", { seen: atPrompt, hooks: "none", gap: "before-first-prompt" });
      await answerOnce(copilot, "first answer");
      await copilot.becomes("idle", { seen: answered("first answer") });
    },
  },
];
