import { describe, expect, it } from "vitest";
import { judge, listProblems, optionProblems, type Reading } from "./cell.js";

const reading: Reading = {
  when: "1 s after",
  state: "waiting",
  reason: "permission",
  session: "claude:a",
  option: "waiting",
};
const expected = { state: "waiting", reason: "permission", option: "waiting", session: "claude:a" } as const;

describe("a reading", () => {
  it("is right when state, reason, session and option are", () => {
    expect(listProblems(reading, expected)).toEqual([]);
    expect(optionProblems(reading, expected)).toEqual([]);
  });

  it.each([
    ["state", { state: "idle" }],
    ["reason", { reason: "question" }],
    ["session", { session: "claude:b" }],
  ] as const)("contradicts by its %s", (_what, other) => {
    expect(listProblems(reading, { ...expected, ...other })).toHaveLength(1);
  });

  it("contradicts by its option unless hooks cannot know", () => {
    expect(optionProblems(reading, { ...expected, option: "active" })).toHaveLength(1);
    expect(optionProblems(reading, { ...expected, option: "unknowable" })).toEqual([]);
  });
});

describe("judge", () => {
  it("is right without problems, and wrong with any", () => {
    expect(judge(undefined, [], []).verdict).toBe("right");
    expect(judge(undefined, ["list"], []).verdict).toBe("wrong");
    expect(judge(undefined, [], ["option"]).verdict).toBe("wrong");
  });

  it("lets a gap declare what the list says, not what the option says", () => {
    expect(judge("gap", ["list"], [])).toEqual({ verdict: "known gap", problems: ["list"] });
    expect(judge("gap", ["list"], ["option"]).verdict).toBe("wrong");
  });

  it("fails a gap that turned out to work", () => {
    expect(judge("gap", [], [])).toEqual({
      verdict: "wrong",
      problems: ["the declared gap gap turned out to work"],
    });
  });
});
