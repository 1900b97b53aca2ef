import type { HarnessAdapter } from "@hexokit/core";
import { loadHarnesses } from "./adapters.js";
import type { Context, Ending } from "./context.js";
import { table } from "./display.js";
import { type CapabilitiesJson, toJson } from "./json-output.js";

const header = [
  "agent",
  "waiting",
  "answers",
  "children",
  "interrupts",
  "own record",
  "transcript",
  "hook check",
  "gaps",
  "checked against",
];

function yesOrNo(value: boolean): string {
  return value ? "yes" : "no";
}

function rowOf({ displayName, capabilities, verified }: HarnessAdapter): readonly string[] {
  const { waiting, answers, children, interruptHook, observe, transcript, verify, gaps } = capabilities;
  return [
    displayName,
    yesOrNo(waiting),
    yesOrNo(answers),
    yesOrNo(children),
    yesOrNo(interruptHook),
    yesOrNo(observe),
    transcript,
    yesOrNo(verify),
    String(gaps.length),
    `${verified.version}, ${verified.how}, ${verified.date}`,
  ];
}

function gapLines(adapters: readonly HarnessAdapter[]): readonly string[] {
  return adapters.flatMap(({ displayName, capabilities: { gaps } }) =>
    gaps.map(({ summary }) => `- ${displayName}: ${summary}`),
  );
}

/** `rk agent capabilities`: the adapters' own data, as a matrix. */
export async function capabilities(
  context: Context,
  { json, markdown }: { readonly json?: boolean; readonly markdown?: boolean },
): Promise<Ending> {
  const { output } = context;
  const { harnesses, problems } = await loadHarnesses(context);
  const adapters = harnesses.map(({ adapter }) => adapter);
  for (const { code, message } of problems) output.complain(`rk: ${code}: ${message}`);
  if (json === true) {
    const list = adapters.map(({ id, displayName, verified, capabilities: offered }) => {
      return { harness: id, name: displayName, verified, capabilities: offered };
    });
    const answer: CapabilitiesJson = { version: 1, harnesses: list };
    output.print(toJson(answer));
    return "ok";
  }
  const rows = [header, ...adapters.map(rowOf)];
  const gaps = gapLines(adapters);
  if (markdown === true) {
    const lines = rows.map((row) => `| ${row.join(" | ")} |`);
    lines.splice(1, 0, `|${"---|".repeat(header.length)}`);
    output.print(lines.join("\n"));
  } else {
    for (const line of table(
      rows.map((row) => row.map((text) => ({ text }))),
      undefined,
    ))
      output.print(line);
  }
  if (gaps.length > 0) output.print(`\nKnown gaps:\n\n${gaps.join("\n")}`);
  return "ok";
}
