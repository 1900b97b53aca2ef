import assert from "node:assert/strict";
import type { Observation, ObserveTarget } from "@hexokit/core";
import { garbageFrom } from "../garbage.js";
import { memoryHost } from "../memory-host.js";
import type { HarnessOptions } from "../options.js";

const longestRead = (8 * 1024 + 64) * 1024;

/** Reading the harness's own record: bounded, and silent about what it does not know. */
export function describeObserve({ runner: { describe, it }, adapter }: HarnessOptions): void {
  const { observe, standIn } = adapter;
  if (observe === undefined) return;
  const program = `/home/user/${standIn.path}`;
  const isExecutable = standIn.kind === "executable";
  const agent = {
    pid: 4321,
    parentPid: 4000,
    sessionId: 4000,
    startTime: 777,
    name: "agent",
    executable: isExecutable ? program : "/usr/bin/node",
    arguments: isExecutable ? [program] : ["node", program],
  };
  const batch: readonly ObserveTarget[] = [
    { target: "one", agent, session: "session-1" },
    { target: "two", agent: { ...agent, pid: 4322 }, session: undefined },
  ];
  const machine = { processes: batch.map((target) => target.agent) };

  describe("observe", () => {
    it("has nothing to say when nobody asks", async () => {
      assert.deepEqual(await observe([], memoryHost(machine)), []);
    });

    it("states nothing without a record", async () => {
      assert.deepEqual((await observe(batch, memoryHost(machine))).filter(states), []);
    });

    it("states nothing by records that make no sense, and does not fail", async () => {
      for (const everyOtherFile of rubbish()) {
        const observations = await observe(batch, memoryHost({ ...machine, everyOtherFile }));
        assert.deepEqual(observations.filter(states), [], everyOtherFile.slice(0, 100));
      }
    });

    it("reads within bounds", async () => {
      const host = memoryHost({ ...machine, everyOtherFile: "{}\n" });
      await observe(batch, host);
      for (const { path, limit } of host.reads) assert.ok(limit <= longestRead, `${path}: ${limit} bytes`);
      assert.ok(
        host.reads.length <= 20 * batch.length,
        `${host.reads.length} reads for ${batch.length} agents`,
      );
    });
  });
}

function states({ turn, asks, childrenEnded, background }: Observation): boolean {
  return [turn, asks, childrenEnded, background].some((member) => member !== undefined);
}

/** Files that a disk error, another program or a person may leave. */
function* rubbish(): Generator<string> {
  yield* ["", "\n", "\0\0\0\0", "{", "prose", "9".repeat(100_000)];
  for (const value of garbageFrom([{ status: "idle", sessionId: "x", pid: 1, type: "x", payload: {} }])) {
    const text = stringify(value);
    if (text !== undefined) yield* [text, `${text}\n${text}\n`];
  }
}

function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // Too deep to be printed.
  }
}
