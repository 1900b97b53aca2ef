import { setTimeout as sleep } from "node:timers/promises";
import type { AgentPane } from "../../scenario/agent-pane.js";
import type { Scenario } from "../../scenario/scenario.js";
import { modelAsked, screen } from "../../scenario/sight.js";
import { inBothModes } from "./modes.js";
import { answered, busy, interrupted, questionDialog, slowAnswered } from "./screens.js";

/** Codex asks and waits in Plan mode only. A TUI that was just started may miss the first keys. */
async function toPlanMode(codex: AgentPane): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!/Plan mode/.test((await codex.pane.capture()).text) && Date.now() < deadline) {
    await codex.pane.press("BTab");
    await sleep(500);
  }
  await codex.sees(screen(/Plan mode/));
}

export const questions: readonly Scenario[] = [
  ...inBothModes({
    name: "question-answered",
    about: "Codex asks a question in Plan mode; it is answered and the turn goes on.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await toPlanMode(codex);
      await codex.prompt("ask:", "slow: 7");
      await codex.becomes("waiting", { seen: questionDialog, reason: "question" });
      await codex.keys("Enter");
      await codex.becomes("active", { seen: modelAsked(/slow/) });
      await codex.becomes("idle", { seen: slowAnswered });
    },
  }),
  ...inBothModes({
    name: "question-dismissed",
    about: "Esc at a question: the turn is over.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await toPlanMode(codex);
      await codex.prompt("ask:", "say: never");
      await codex.becomes("waiting", { seen: questionDialog, reason: "question" });
      await codex.keys("Escape");
      await codex.becomes("idle", { seen: interrupted });
    },
  }),
  ...inBothModes({
    name: "questions-beside",
    about: "Two questions that Codex does not wait for: one is answered, the other stays when the turn ends.",
    async run(_lab, _mode, start) {
      const codex = await start();
      await codex.prompt("ask-async: 2", "bash: sleep 12", "say: worked on");
      await codex.becomes("waiting", { seen: screen(/2 questions/), reason: "question" });
      await codex.keys("S-Left");
      await codex.sees(screen(/Which color\?[\s\S]*Enter/i));
      await codex.keys("Enter");
      // The answer is a message: the model goes on at once, and the turn ends with a question left.
      await codex.becomes("waiting", { seen: answered("worked on"), reason: "question" });
      await codex.prompt("say: something else");
      await codex.becomes("idle", { seen: screen(/^• something else/m, busy) });
    },
  }),
];
