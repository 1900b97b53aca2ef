import { describe, expect, it } from "vitest";
import { spawnAndWait } from "./spawn-and-wait.js";

// The second way is for a Node without the primitive.
const ways: readonly (readonly [
  string,
  (program: string, parameters: readonly string[], timeout: number) => ReturnType<typeof spawnAndWait>,
])[] = [
  ["Node's primitive", (program, parameters, timeout) => spawnAndWait(program, parameters, timeout)],
  ["child_process", (program, parameters, timeout) => spawnAndWait(program, parameters, timeout, null)],
];

describe.each(ways)("a program run by %s", (_name, run) => {
  it("gives status and both outputs, its environment, and no input", () => {
    const script = 'cat; printf "%s" "grün $HOME"; echo oops >&2; exit 3';
    expect(run("/bin/sh", ["-c", script], 5000)).toEqual({
      status: 3,
      output: `grün ${process.env.HOME}`,
      error: "oops\n",
      timedOut: false,
    });
  });

  it("is killed when it takes too long", () => {
    const start = Date.now();
    expect(run("/bin/sleep", ["20"], 100)).toMatchObject({ status: undefined, timedOut: true });
    expect(Date.now() - start).toBeLessThan(5000);
  });

  it("that cannot be started is a failure, not an exception", () => {
    expect(run("/nowhere/program", [], 1000)).toMatchObject({ status: undefined, timedOut: false });
    expect(run("/nowhere/program", [], 1000).error).not.toBe("");
  });
});
