import { describeProcess, processesOf } from "../sandbox/processes.js";
import { scrub } from "../sandbox/sandbox.js";
import type { Pane } from "../tmux/pane.js";
import type { Lab } from "./lab.js";

/** What a person needs to find out why a cell is wrong: screen, options, explanation, records, logs. */
export async function collectEvidence(lab: Lab, pane: Pane): Promise<string> {
  const screen = (await pane.capture()).text.split("\n").filter((line) => line.trim() !== "");
  const options = await pane.server
    .run("show-options", "-p", "-t", pane.id)
    .catch((error: Error) => error.message);
  const parts: [title: string, lines: readonly string[]][] = [
    ["screen", screen.slice(-25)],
    ["pane options", options.trim().split("\n")],
    ["rk agent explain", (await lab.explain(pane)).split("\n")],
    ["the harness's own record", lab.driver.statuses(lab.sandbox).map((status) => JSON.stringify(status))],
    ["processes", processesOf(lab.sandbox.home).map(describeProcess)],
    ["last hooks", lab.hookLines(12)],
    [
      "model server",
      lab.model.log.tail(8).map(({ at, event, text }) => `${clock(at)} ${event} ${text.slice(0, 100)}`),
    ],
  ];
  const text = parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `  ${title}\n${lines.map((line) => `  │ ${line.trimEnd()}`).join("\n")}`)
    .join("\n");
  return scrub(lab.sandbox, text);
}

/** `12:34:56.789` */
export function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}
