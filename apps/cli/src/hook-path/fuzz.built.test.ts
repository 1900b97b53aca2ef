import { claudeAdapter } from "@hexokit/adapter-claude";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStandInPane, type StandInPane } from "./stand-in-pane.js";

/** `pnpm test:long` runs 10,000 and more; here a sample. */
const count = Math.min(10_000, Number(process.env.HEXOKIT_PROPERTY_RUNS ?? 200));
const batch = 50;

let pane: StandInPane;
beforeEach(async () => {
  pane = await openStandInPane();
});
afterEach(() => {
  pane.close();
});

const events = claudeAdapter.translator.events.map((event) => event.name);

/** Any JSON under the names that the translator looks at, any text, any bytes, cut anywhere. */
const names = fc.constantFrom(
  "session_id",
  "agent_id",
  "tool_name",
  "tool_input",
  "background_tasks",
  "source",
  "reason",
  "prompt",
  "notification_type",
  "trigger",
  "__proto__",
);
const object = fc
  .array(fc.tuple(names, fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }), fc.constant("s1"))), {
    maxLength: 9,
  })
  .map(
    (members) =>
      `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`,
  );
const payload: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 5, arbitrary: object.map((text) => Buffer.from(text)) },
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
  fc.tuple(object, fc.nat(200)).map(([text, end]) => Buffer.from(text.slice(0, end))),
  fc
    .tuple(object, fc.nat(300_000))
    .map(([text, length]) =>
      Buffer.from(
        `{"session_id":"s1","tool_response":${JSON.stringify("y".repeat(length))},"tool_input":${text}}`,
      ),
    ),
);

describe("the built hook", () => {
  it("is silent and ends with 0 for any payload, in an agent's pane", async () => {
    const { tmux, paneId } = pane;
    tmux("split-window", "-d", "-t", paneId, "cat");
    const orders = fc.sample(fc.record({ event: fc.constantFrom(...events), payload }), count);
    for (let start = 0; start < orders.length; start += batch) {
      const runs = await pane.run(orders.slice(start, start + batch));
      for (const [index, run] of runs.entries()) {
        expect(run, String(orders[start + index]?.payload)).toMatchObject({ status: 0, output: "" });
      }
    }
    expect(pane.option("@rk_pane_agent_state", "%1")).toBe("");
    expect(
      tmux("list-panes", "-a", "-F", "#{@rk_pane_agent_state}")
        .split("\n")
        .every((text) => /^$|^(active|waiting|idle):\d+:\d+$/.test(text)),
    ).toBe(true);
  });
});
