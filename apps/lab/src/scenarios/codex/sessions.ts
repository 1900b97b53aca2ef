import type { AgentPane } from "../../scenario/agent-pane.js";
import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { inBothModes } from "./modes.js";
import { answered, busy, emptyPrompt, slowAnswered } from "./screens.js";
import { expectSession } from "./threads.js";

async function answerOnce(codex: AgentPane, text: string): Promise<void> {
  await codex.prompt(`say: ${text}`);
  await codex.sees(answered(text));
}

/** What changes the conversation in a running TUI. */
export const sessions: readonly Scenario[] = [
  ...["/clear", "/new"].flatMap((command) =>
    inBothModes({
      name: command.slice(1),
      about: `${command} begins another thread in the same TUI; its first hook comes with its first prompt.`,
      async run(lab, _mode, start) {
        const codex = await start();
        await answerOnce(codex, "first answer");
        await codex.submit(command);
        await codex.becomes("idle", { seen: screen(emptyPrompt, /^• first answer/m) });
        await codex.prompt("slow: 6");
        await codex.becomes("active", { seen: modelAsked(/slow/) });
        await codex.becomes("idle", { seen: slowAnswered });
        await expectSession(lab, codex, "slow: 6");
      },
    }),
  ),
  ...inBothModes({
    name: "compact",
    about: "/compact works, then the same thread sits at its prompt.",
    async run(lab, _mode, start) {
      const codex = await start();
      // The summary is the model's next answer, too.
      await codex.prompt("say: first answer", "slow: 7");
      await codex.sees(answered("first answer"));
      await codex.submit("/compact");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
      await codex.becomes("idle", { seen: screen(/compacted/i, busy) });
      await expectSession(lab, codex, "first answer");
      await codex.prompt("slow: 6");
      await codex.becomes("active", { seen: modelAsked(/slow: 6/) });
      await codex.becomes("idle", { seen: slowAnswered });
    },
  }),
  ...inBothModes({
    name: "fork",
    about: "/fork goes on with a copy of the thread.",
    async run(lab, _mode, start) {
      const codex = await start();
      await answerOnce(codex, "first answer");
      await codex.submit("/fork");
      await codex.becomes("idle", { seen: screen(/forked/i) });
      await codex.prompt("slow: 6");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
      await codex.becomes("idle", { seen: slowAnswered });
      await expectSession(lab, codex, "slow: 6");
    },
  }),
  ...inBothModes({
    name: "resume",
    about: "codex resume goes on with a thread in a new process.",
    async run(lab, mode, start) {
      const codex = await start();
      await answerOnce(codex, "first answer");
      await codex.submit("/quit");
      await codex.becomes("none", { seen: screen(/ready\$ *$/m), hooks: "idle" });
      await codex.run(`clear; codex resume --last ${mode.parameters}`);
      await codex.sees(screen(/^• first answer/m), 30_000);
      await codex.prompt("slow: 6");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
      await codex.becomes("idle", { seen: slowAnswered });
      await expectSession(lab, codex, "first answer");
    },
  }),
];
