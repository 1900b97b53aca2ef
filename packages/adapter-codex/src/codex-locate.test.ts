import { describe, expect, it } from "vitest";
import { type LocateEvidence, locateThread, type TuiCandidate } from "./codex-locate.js";

const session = "01a22ea2-9a35-7c13-af43-d333a2ae851a";
const other = "01a22ea2-9edf-74f0-960e-eb8d074d21db";

const tui = (pid: number, change: Partial<TuiCandidate> = {}): TuiCandidate => ({
  pid,
  arguments: ["codex"],
  title: "Fake title | work",
  ports: [40_000 + pid],
  ...change,
});

function locate(candidates: readonly TuiCandidate[], change: Partial<LocateEvidence> = {}) {
  const found = locateThread({
    session,
    candidates,
    origin: undefined,
    showingAnother: new Set(),
    lastSeen: undefined,
    prompted: true,
    ...change,
  });
  return found.kind === "found" ? `${found.pid} by ${found.by}` : found.why;
}

describe("locateThread", () => {
  it("goes by the owner of the port, among several of one folder and name", () => {
    expect(locate([tui(1), tui(2), tui(3)], { origin: 40_002 })).toBe("2 by origin");
    expect(locate([tui(1), tui(2, { arguments: ["codex", "resume", session] })], { origin: 40_001 })).toBe(
      "1 by origin",
    );
  });

  it("goes by an id in the title first: it alone tells what is shown", () => {
    const shown = tui(2, { title: `[ ! ] Action Required | ${session.slice(0, 29)}... | work` });
    expect(locate([tui(1), shown], { origin: 40_001 })).toBe("2 by title");
    expect(locate([tui(1, { title: session }), tui(2)])).toBe("1 by title");
    const both = [tui(1, { title: session }), tui(2, { title: session })];
    expect(locate(both, { origin: 40_002 })).toBe("2 by origin");
    expect(locate(both, { origin: 40_009 })).toContain("several panes");
  });

  it("does not take another thread's id, nor too little of one, for it", () => {
    for (const title of [other, session.slice(0, 12), `${session}0`, session.toUpperCase(), "work"])
      expect(locate([tui(1, { title }), tui(2)]), title).toContain("does not say");
  });

  it("goes by elimination where the port is dead or none loaded it", () => {
    const showingAnother = new Set([1]);
    for (const origin of [40_009, "none"] as const) {
      expect(locate([tui(1), tui(2)], { origin, showingAnother })).toBe("2 by elimination");
      expect(locate([tui(1), tui(2), tui(3)], { origin, showingAnother })).toContain("several may");
      expect(locate([tui(1)], { origin, showingAnother })).toContain("another thread");
      const resumed = tui(3, { arguments: ["codex", "resume", session] });
      expect(locate([tui(1), tui(2), resumed], { origin, showingAnother })).toBe("3 by arguments");
      // The words of a TUI that has switched to another thread since are stale.
      expect(locate([resumed, tui(2)], { origin, showingAnother: new Set([3]) })).toBe("2 by elimination");
    }
  });

  it("takes nobody for it by elimination where it need not be shown at all", () => {
    const resumed = tui(3, { arguments: ["codex", "resume", session] });
    for (const origin of [40_009, "none"] as const) {
      const nothing = expect.stringMatching(/is gone$|no TUI loaded it$/);
      expect(locate([tui(1)], { origin, prompted: false })).toEqual(nothing);
      expect(locate([tui(1), resumed], { origin, showingAnother: undefined })).toEqual(nothing);
      expect(locate([tui(1), resumed], { origin, prompted: false })).toBe("3 by arguments");
    }
  });

  it("keeps to the one that was seen with it while the app-server is silent, not against its word", () => {
    expect(locate([tui(1), tui(2)], { lastSeen: 2 })).toBe("2 by last-seen");
    expect(locate([tui(1), tui(2)], { lastSeen: 3 })).toContain("does not say");
    expect(locate([tui(1), tui(2)], { lastSeen: 2, origin: 40_001 })).toBe("1 by origin");
    expect(locate([tui(1), tui(2)], { lastSeen: 2, origin: 40_009 })).toContain("several may");
  });

  it("claims nothing where the app-server says nothing, even of a single TUI", () => {
    expect(locate([tui(1)])).toContain("does not say");
    expect(locate([])).toContain("no Codex TUI");
    expect(locate([tui(1, { ports: [5] }), tui(2, { ports: [5] })], { origin: 5 })).toContain("several TUIs");
  });
});
