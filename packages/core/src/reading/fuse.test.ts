import { describe, expect, it } from "vitest";
import type { Observation } from "../contract/observation.js";
import { fuse, type HookView } from "./fuse.js";

const now = 1_796_000_000_000;
const alive = { alive: true, text: "process 7 lives" };

function hooks(view: Partial<HookView> = {}): HookView {
  return {
    state: "active",
    since: now - 60_000,
    reason: undefined,
    session: "s1",
    changedAt: now - 60_000,
    turn: "active",
    children: [],
    asks: [],
    ...view,
  };
}

function record(said: Partial<Observation>): Observation {
  return { target: "0", source: "status file", session: "s1", at: now - 2000, ...said };
}

const idle = record({ turn: "idle", asks: [], childrenEnded: "all", background: false });
const busy = record({ turn: "active", asks: [] });

describe("fuse", () => {
  it("says gone when the process is, whatever else is known", () => {
    expect(fuse(hooks(), { alive: false, text: "gone" }, [busy], now).state).toBe("gone");
  });

  it("says unknown when nobody says anything", () => {
    expect(fuse(undefined, alive, [], now)).toMatchObject({ state: "unknown", since: 0 });
    expect(fuse(undefined, alive, [record({})], now).state).toBe("unknown");
  });

  it("takes what the hooks say where there is no record", () => {
    expect(fuse(hooks(), alive, [], now)).toMatchObject({
      state: "active",
      since: (now - 60_000) / 1000,
      session: "s1",
    });
  });

  it("takes the record where there are no hooks, with its time or epoch 0", () => {
    expect(fuse(undefined, alive, [idle], now)).toMatchObject({
      state: "idle",
      since: (now - 2000) / 1000,
      session: "s1",
    });
    const { at: _at, ...timeless } = idle;
    expect(fuse(undefined, alive, [timeless], now)).toMatchObject({ state: "idle", since: 0 });
  });

  it("lets hooks stand within a second after they changed something, then the record wins", () => {
    const waiting = hooks({ state: "waiting", asks: [{ reason: "permission" }], changedAt: now - 999 });
    expect(fuse(waiting, alive, [idle], now).state).toBe("waiting");
    expect(fuse({ ...waiting, changedAt: now - 1000 }, alive, [idle], now)).toMatchObject({
      state: "idle",
      since: (now - 2000) / 1000,
    });
  });

  it("keeps since and reason of the hooks where both say the same", () => {
    const waiting = hooks({ state: "waiting", reason: "plan", asks: [{ reason: "plan" }] });
    expect(fuse(waiting, alive, [record({ asks: [{ reason: "permission" }] })], now)).toMatchObject({
      state: "waiting",
      reason: "plan",
      since: (now - 60_000) / 1000,
    });
  });

  it("overrides only what the record states", () => {
    const view = hooks({
      state: "waiting",
      turn: "active",
      asks: [{ reason: "question" }],
      children: ["a1"],
    });
    expect(fuse(view, alive, [record({ turn: "idle" })], now).state).toBe("waiting");
    expect(fuse(view, alive, [record({ asks: [] })], now).state).toBe("active");
    expect(
      fuse(
        hooks({ turn: "idle", children: ["a1", "b2"] }),
        alive,
        [record({ turn: "idle", childrenEnded: ["a1"] })],
        now,
      ).state,
    ).toBe("active");
    expect(
      fuse(
        hooks({ turn: "idle", children: ["a1", "b2"] }),
        alive,
        [record({ turn: "idle", childrenEnded: ["a1", "b2"] })],
        now,
      ).state,
    ).toBe("idle");
  });

  it("says background when only children can be what the record calls busy", () => {
    const denied = hooks({
      state: "waiting",
      turn: "idle",
      children: ["a1"],
      asks: [{ reason: "permission" }],
    });
    expect(fuse(denied, alive, [busy], now)).toMatchObject({ state: "active", reason: "background" });
    expect(fuse({ ...denied, turn: "active" }, alive, [busy], now).reason).toBeUndefined();
  });

  it("says background when the record says that children alone are at work", () => {
    const alone = record({ turn: "active", asks: [], background: true });
    expect(fuse(hooks(), alive, [alone], now)).toMatchObject({ state: "active", reason: "background" });
    expect(fuse(undefined, alive, [alone], now)).toMatchObject({ state: "active", reason: "background" });
  });

  it("tells background work from done, and keeps an error", () => {
    const background = hooks({ state: "idle", turn: "idle", reason: "background" });
    expect(fuse(background, alive, [idle], now).reason).toBeUndefined();
    expect(
      fuse(
        hooks({ state: "idle", turn: "idle" }),
        alive,
        [record({ turn: "idle", asks: [], background: true })],
        now,
      ).reason,
    ).toBe("background");
    expect(fuse(hooks({ state: "idle", turn: "idle", reason: "error" }), alive, [idle], now).reason).toBe(
      "error",
    );
  });

  it("does not mix a record of another session with what hooks said of theirs", () => {
    const waiting = hooks({ state: "waiting", asks: [{ reason: "permission" }] });
    expect(fuse(waiting, alive, [record({ session: "s2", turn: "active" })], now)).toMatchObject({
      state: "active",
      session: "s2",
    });
  });

  it("says which rule decided", () => {
    const rule = (reading: ReturnType<typeof fuse>) => reading.evidence.at(-1);
    expect(rule(fuse(hooks(), alive, [idle], now))).toEqual({
      kind: "rule",
      text: "the harness's own record wins over the hooks",
    });
    expect(rule(fuse(hooks(), alive, [busy], now))).toEqual({ kind: "rule", text: "hooks and record agree" });
    expect(rule(fuse(hooks(), alive, [], now))).toEqual({
      kind: "rule",
      text: "only the hooks say something",
    });
  });

  it("ends the turn of a daemon that is gone, and everything that was asked in it", () => {
    const over = { ...alive, turnOver: "the daemon 9 is gone" };
    const waiting = hooks({ state: "waiting", reason: "permission", asks: [{ reason: "permission" }] });
    expect(fuse(waiting, over, [busy], now)).toMatchObject({ state: "idle", reason: "error", since: 0 });
    const done = hooks({ state: "idle", turn: "idle" });
    expect(fuse(done, over, [], now)).toMatchObject({
      state: "idle",
      reason: undefined,
      since: (now - 60_000) / 1000,
    });
  });

  it("tells silent hooks, which lose the turn to the record and no ask", () => {
    const minute = 60_000;
    const written = (ago: number) => record({ turn: "active", writtenAt: now - ago });
    const old = hooks({ state: "idle", turn: "idle", heardAt: now - 10 * minute });
    const silent = fuse(old, alive, [written(7 * minute)], now);
    expect(silent).toMatchObject({ state: "active", fromRecord: true });
    expect(silent.evidence.map(({ text }) => text).join()).toMatch(
      /hooks are silent: .*180 s older[\s\S]*silent: the harness/,
    );
    const current = fuse(old, alive, [written(8 * minute)], now);
    expect(current).toMatchObject({ state: "active", fromRecord: false });
    expect(current.evidence.map(({ text }) => text).join()).toContain(
      "hooks are current: their newest event is 120 s older",
    );
    const asking = { ...old, state: "waiting" as const, asks: [{ reason: "permission" as const }] };
    expect(fuse(asking, alive, [written(0)], now).state).toBe("waiting");
  });

  it("marks what only the record says", () => {
    expect(fuse(undefined, alive, [busy], now).fromRecord).toBe(true);
    expect([fuse(hooks(), alive, [busy], now).fromRecord, fuse(hooks(), alive, [], now).fromRecord]).toEqual([
      false,
      false,
    ]);
  });
});
