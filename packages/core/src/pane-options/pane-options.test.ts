import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatPaneSession,
  formatPaneState,
  isSessionReference,
  parsePaneSession,
  parsePaneState,
  rollUp,
} from "./pane-options.js";

describe("the state option", () => {
  it("reads what is well-formed", () => {
    expect(parsePaneState("active:1796077917:4242")).toEqual({
      state: "active",
      since: 1796077917,
      pid: 4242,
    });
    expect(parsePaneState("waiting:0")).toEqual({ state: "waiting", since: 0 });
  });

  it.each([
    "",
    "active",
    "active:",
    "busy:1",
    "active:1:0",
    "active:-1",
    "active:1:2:3",
    "active:01",
    "active:1.5",
    " active:1",
    "active:1\n",
    "ACTIVE:1",
    "active:1:2 ",
    "active:1796077917x",
  ])("takes %j as wholly unknown", (text) => {
    expect(parsePaneState(text)).toBeUndefined();
  });

  it("keeps every value through writing and reading", () => {
    const value = fc.record(
      {
        state: fc.constantFrom("active" as const, "waiting" as const, "idle" as const),
        since: fc.nat(),
        pid: fc.integer({ min: 1, max: 4_194_304 }),
      },
      { requiredKeys: ["state", "since"] },
    );
    fc.assert(
      fc.property(value, (state) => {
        expect(parsePaneState(formatPaneState(state))).toEqual(state);
      }),
    );
  });
});

describe("the session option", () => {
  it("splits at the first colon and accepts providers it does not know", () => {
    expect(parsePaneSession("claude:a:b")).toEqual({ provider: "claude", session: "a:b" });
    expect(formatPaneSession({ provider: "newcomer-2", session: "x" })).toBe("newcomer-2:x");
    expect(parsePaneSession("newcomer-2:x")?.provider).toBe("newcomer-2");
  });

  it.each([
    "",
    "claude",
    "claude:",
    ":x",
    "Claude:x",
    "claude:a b",
    "claude:$(x)",
    "claude:#{x}",
    `claude:${"x".repeat(201)}`,
  ])("takes %j as wholly unknown", (text) => {
    expect(parsePaneSession(text)).toBeUndefined();
  });

  it("never lets a reference reach a shell or tmux format", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (isSessionReference(text)) expect(text).toMatch(/^[A-Za-z0-9._:-]{1,200}$/);
      }),
    );
  });
});

describe("rollup", () => {
  it("takes waiting before active before idle", () => {
    expect(rollUp(["idle", "active", "waiting"])).toBe("waiting");
    expect(rollUp(["idle", "active"])).toBe("active");
    expect(rollUp(["idle"])).toBe("idle");
    expect(rollUp([])).toBeUndefined();
  });
});
