import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { recordedFixtures } from "./recorded-fixtures.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hexokit-testkit-"));
  mkdirSync(join(folder, "hooks"));
  writeFileSync(join(folder, "provenance.json"), '{"harness": "example"}');
  writeFileSync(join(folder, "hooks/Stop.json"), '{"a": 1}');
  writeFileSync(join(folder, "hooks/session.idle-of-child.json"), "[]");
  writeFileSync(join(folder, "hooks/notes.txt"), "not a recording");
});

afterEach(() => rmSync(folder, { recursive: true }));

it("reads recordings by path and by URL", () => {
  const fixtures = recordedFixtures(folder);
  expect(fixtures).toEqual({
    provenance: { harness: "example" },
    events: [
      { name: "Stop", event: "Stop", payload: { a: 1 } },
      { name: "session.idle-of-child", event: "session.idle", payload: [] },
    ],
  });
  expect(recordedFixtures(pathToFileURL(folder))).toEqual(fixtures);
});

it("has the transcript where there is one", () => {
  writeFileSync(join(folder, "transcript.jsonl"), "{}\n");
  expect(recordedFixtures(folder).transcript).toBe("{}\n");
});
