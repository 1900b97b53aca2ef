import type { AgentList, AgentReading } from "@hexokit/core";
import { harmlessText } from "@hexokit/core";
import type { Context } from "../context.js";
import { cutToWidth, padToWidth, table } from "../display.js";
import { agentRows, whatOf } from "../list/agent-rows.js";

/** What a full screen shows. */
export interface ScreenState {
  readonly list: AgentList;
  /** Those that the filter leaves. */
  readonly shown: readonly AgentReading[];
  readonly selected: number;
  readonly filter: string;
  /** Of the selected agent: the end of its pane. */
  readonly preview: readonly string[];
  readonly message: string;
  readonly picks: boolean;
}

const help = {
  watch: "↑↓ choose · Enter go there · q quit",
  pick: "type to filter · ↑↓ choose · Enter go there · Esc leave",
} as const;

function summary({ list, filter, picks }: ScreenState): string {
  const count = (state: AgentReading["state"]) => list.agents.filter((one) => one.state === state).length;
  const parts = (["waiting", "active", "idle", "unknown"] as const)
    .map((state) => [count(state), state] as const)
    .filter(([number]) => number > 0)
    .map(([number, state]) => `${number} ${state}`);
  const found = parts.length === 0 ? "No agent runs in any tmux pane." : parts.join(", ");
  return picks && filter !== "" ? `${found}   filter: ${filter}` : found;
}

/** As many lines as the terminal has rows, none wider than it; of the agents those around the selected one. */
export function screenLines(
  context: Context,
  state: ScreenState,
  why: (agent: AgentReading) => string | undefined,
  size: { readonly columns: number; readonly rows: number },
  now: number,
): readonly string[] {
  const { output } = context;
  const { columns, rows } = size;
  const cut = (text: string) => cutToWidth(harmlessText(text), columns);
  const preview = state.picks ? previewLines(state, why, Math.floor(rows / 2), cut) : [];
  const room = Math.max(1, rows - 2 - preview.length);
  const first = Math.max(0, Math.min(state.selected - Math.floor(room / 2), state.shown.length - room));
  const cells = agentRows(context, state.shown, state.list.servers, why, now);
  const plain = cells.map((row) => row.map(({ text }) => ({ text })));
  const painted = table(cells, columns);
  const unpainted = table(plain, columns);
  const lines = painted
    .map((line, index) =>
      index === state.selected ? output.style("inverse", padToWidth(unpainted[index] ?? "", columns)) : line,
    )
    .slice(first, first + room);
  const footer = cut(state.message === "" ? help[state.picks ? "pick" : "watch"] : state.message);
  return [
    output.style("bold", cut(summary(state))),
    ...lines,
    ...Array.from({ length: Math.max(0, room - lines.length) }, () => ""),
    ...preview,
    output.style("dim", footer),
  ].slice(0, rows);
}

function previewLines(
  { shown, selected, preview }: ScreenState,
  why: (agent: AgentReading) => string | undefined,
  room: number,
  cut: (text: string) => string,
): readonly string[] {
  const agent = shown[selected];
  if (agent === undefined || room < 4) return [];
  const what = whatOf(agent, why(agent));
  const head = [cut(`── ${agent.displayName} ${"─".repeat(200)}`), ...(what === "" ? [] : [cut(what)])];
  return [...head, ...preview.slice(-(room - head.length)).map(cut)];
}
