import { setTimeout as sleep } from "node:timers/promises";
import type { AgentPane } from "../../scenario/agent-pane.js";
import { type Sight, screen } from "../../scenario/sight.js";

/** In the last line while a turn runs and no dialog is open. */
export const busy = /Working.*esc esc|esc esc interrupt/;

/** There too while only background agents run. */
export const childrenRun = screen(/Waiting for background agents/);

/** The turn is over and the answer `text` stands on the screen. */
export function answered(text: string): Sight {
  return screen(new RegExp(`^ ?● ${text}`, "m"), busy);
}

/** The end of a `slow:` answer; to be used once in a scenario. */
export const turnEnded = screen(/word\d+ [\s\S]*^❯\s*$/m, busy);

export const permissionDialog = screen(/Do you want to run this command\?/);
export const questionDialog = screen(/Copilot needs information/);
export const planDialog = screen(/Plan Ready for Review/);
export const interrupted = screen(/Operation cancelled by user/, busy);
export const atPrompt = screen(/^❯\s*$/m, busy);

/** Starts with a question before each command but `work`. */
export const asking = "--allow-tool 'shell(work:*)'";

/** Two keys sent at once would be read as one. */
export async function pressEscTwice(copilot: AgentPane): Promise<void> {
  await copilot.step("Esc Esc", async () => {
    await copilot.pane.press("Escape");
    await sleep(300);
    await copilot.pane.press("Escape");
  });
}
