import type { AgentPane } from "../../scenario/agent-pane.js";
import type { Lab } from "../../scenario/lab.js";
import type { Scenario } from "../../scenario/scenario.js";
import { hookRan, modelAsked } from "../../scenario/sight.js";
import { answered } from "./screens.js";

/** The session that the harness's own last hook names, and the one that the list names. */
async function expectSession(lab: Lab, agent: AgentPane, step: string, wanted: (session: string) => boolean) {
  await lab.expect(step, async () => {
    const named = String(lab.recorded().at(-1)?.payload.session_id);
    const { session } = await lab.read(agent.pane, "before the next step");
    return wanted(named) && session === `gemini:${named}`
      ? undefined
      : `the list names ${session}, the last hook ${named}`;
  });
}

export const sessions: readonly Scenario[] = [
  {
    name: "clear",
    about: "/clear begins another session in the same agent.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("say: first answer");
      await gemini.sees(answered("first answer"));
      const before = lab.recorded().at(-1)?.payload.session_id;
      await gemini.submit("/clear");
      await gemini.becomes("idle", { seen: hookRan("SessionStart") });
      await expectSession(lab, gemini, "another session", (session) => session !== before);
      await gemini.prompt("slow: 5");
      await gemini.becomes("active", { seen: modelAsked(/slow/) });
    },
  },
  {
    name: "resume",
    about: "gemini -r latest goes on with the last session in a new process.",
    async run(lab) {
      const gemini = await lab.start();
      await gemini.prompt("say: first answer");
      await gemini.sees(answered("first answer"));
      const before = lab.recorded().at(-1)?.payload.session_id;
      await gemini.submit("/quit");
      await gemini.run("clear; gemini -r latest");
      await gemini.becomes("idle", { seen: hookRan("SessionStart"), within: 40_000 });
      await expectSession(lab, gemini, "the same session", (session) => session === before);
      await gemini.prompt("slow: 5");
      await gemini.becomes("active", { seen: modelAsked(/slow/) });
    },
  },
];
