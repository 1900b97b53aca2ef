import assert from "node:assert/strict";
import { resolve } from "node:path";
import { memoryHost } from "../memory-host.js";
import type { HarnessOptions } from "../options.js";

/** Where another file than a transcript could be read by a session reference. */
const hostileSessions = [
  "",
  ".",
  "..",
  "../secret",
  "../../../../etc/passwd",
  "a/../../secret",
  "*",
  "x\0y",
  "s".repeat(5_000),
];

/** Finding the conversation of a session, and nothing else. */
export function describeTranscript({ runner: { describe, it }, adapter, fixtures }: HarnessOptions): void {
  const { transcript } = adapter;
  if (transcript === undefined) return;

  describe("transcript", () => {
    if (adapter.capabilities.transcript === "file") {
      it("finds the recorded one", async () => {
        const { transcript: place } = fixtures.provenance;
        const text = fixtures.transcript;
        assert.ok(place !== undefined && text !== undefined, "provenance.json or transcript.jsonl lacks it");
        const host = memoryHost({ files: { [place.path]: text } });
        assert.deepEqual(await transcript({ session: place.session }, host), {
          kind: "file",
          path: place.path,
        });
      });
    }

    it("says why when there is none", async () => {
      const session = fixtures.provenance.transcript?.session ?? "unknown";
      for (const query of [{ session }, { session, agentPid: 4_000_000 }]) {
        const found = await transcript(query, memoryHost());
        assert.equal(found.kind, "unavailable");
        if (found.kind === "unavailable") assert.notEqual(found.why.trim(), "");
      }
    });

    it("reads nothing outside the home for a hostile session reference", async () => {
      for (const session of hostileSessions) {
        const host = memoryHost({
          files: { "/home/secret": "secret\n", "/home/user/secret.jsonl": "secret\n" },
        });
        const found = await transcript({ session }, host);
        assert.equal(found.kind, "unavailable", JSON.stringify(session.slice(0, 40)));
        for (const { path } of host.reads) {
          assert.ok(path === resolve(path) && path.startsWith("/home/user/"), `it read ${path}`);
        }
      }
    });
  });
}
