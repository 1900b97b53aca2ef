import { HexoError } from "@hexokit/core";
import { loadHarnesses } from "../adapters.js";
import type { Context, Ending } from "../context.js";
import { whyUnknown } from "../list/why-unknown.js";
import { openWatch } from "./open-watch.js";

export interface PickOptions {
  readonly client?: string;
}

/**
 * `rk agent pick`: the table of agents to choose from, made for a popup; Enter goes to the chosen one's pane.
 * @throws HexoError USAGE without a terminal
 */
export async function pick(context: Context, { client }: PickOptions): Promise<Ending> {
  if (!context.output.interactive)
    throw new HexoError("USAGE", "There is no terminal to choose on.", {
      hint: "Bind it to a key: bind-key a display-popup -E 'rk agent pick'. Programs use `rk agent list --json`.",
    });
  const known = await loadHarnesses(context);
  const { lists, stop } = openWatch(context, known);
  const { showScreen } = await import("./agent-screen.js");
  const named = client === undefined ? {} : { client };
  return await showScreen(context, lists, whyUnknown(context, known), { stop, picks: true, ...named });
}
