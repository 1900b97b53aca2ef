import { createInterface } from "node:readline";
import { HexoError } from "@hexokit/core";
import type { Output } from "../output.js";

/**
 * Asks the person at the terminal once.
 * @throws HexoError CONFIRMATION_REQUIRED where nobody can be asked, DECLINED for any answer but yes
 */
export async function confirm(question: string, output: Output): Promise<void> {
  if (!output.interactive) {
    throw new HexoError(
      "CONFIRMATION_REQUIRED",
      "There are changes to confirm, and no terminal to ask on. Nothing was written.",
      {
        hint: "Pass --yes to apply them, or --dry-run to only see them.",
      },
    );
  }
  const answer = await ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) {
    throw new HexoError("DECLINED", "Declined. Nothing was written.", {
      hint: "Run the command again when you want the changes.",
    });
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return await new Promise((resolve) => {
    terminal.question(question, (answer) => {
      resolve(answer);
      terminal.close();
    });
    // Ctrl-C and Ctrl-D answer nothing.
    terminal.once("close", () => resolve(""));
  });
}
