import assert from "node:assert/strict";
import { isAbsolute } from "node:path";
import { isProviderId, type ProcessInfo } from "@hexokit/core/hook";
import { memoryHost } from "../memory-host.js";
import type { HarnessOptions } from "../options.js";

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** What the adapter says of itself, and whether its parts agree with it. */
export function describeManifest({ runner: { describe, it }, adapter, fixtures }: HarnessOptions): void {
  const { capabilities, translator, verified } = adapter;

  describe("manifest", () => {
    it("speaks contract 1", () => assert.equal(adapter.contract, 1));
    it("has an id that may stand in a pane option", () => assert.ok(isProviderId(adapter.id), adapter.id));
    it("has a translator of the same id", () => assert.equal(translator.id, adapter.id));

    it("names itself and the programs to look for", () => {
      assert.notEqual(adapter.displayName.trim(), "");
      assert.ok(adapter.binary.length > 0, "binary is empty");
      for (const name of adapter.binary) assert.match(name, /^[A-Za-z0-9._+-]+$/);
      assert.ok(adapter.platforms.length > 0, "platforms is empty");
    });

    it("says with which version it was checked, when, and how the recordings were made", () => {
      assert.match(verified.version, /\d/);
      assert.ok(isDate(verified.date), `verified.date is ${verified.date}`);
      assert.ok(isDate(fixtures.provenance.date), `the fixtures' date is ${fixtures.provenance.date}`);
      assert.equal(fixtures.provenance.harness, adapter.id);
      if (verified.how === "live") assert.equal(fixtures.provenance.how, "live");
    });

    it("tells a person in a sentence what to do after setup", () => {
      assert.match(adapter.activation.instruction, /^\S[^\n]*[.!]$/);
    });

    it("declares each gap once, with the fact that it rests on", () => {
      const ids = capabilities.gaps.map(({ id }) => id);
      assert.deepEqual(ids, [...new Set(ids)]);
      for (const { id, summary, fact } of capabilities.gaps) {
        assert.match(id, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
        assert.ok(summary.trim() !== "" && fact.trim() !== "", `${id} lacks a summary or a fact`);
      }
    });

    it("names modules that may lie beside the forwarder", () => {
      const { modules = [] } = adapter;
      assert.deepEqual(modules, [...new Set(modules)]);
      for (const name of modules) {
        assert.match(name, /^[a-z0-9][a-z0-9-]*\.cjs$/);
        assert.ok(!/^hook(?:-|\.)/.test(name), `${name} is the hook's own`);
      }
    });

    it("has observe exactly when it claims it", () => {
      assert.equal(adapter.observe !== undefined, capabilities.observe);
    });
    it("has verify exactly when it claims it", () => {
      assert.equal(adapter.verify !== undefined, capabilities.verify);
    });
    it("has transcript exactly when it claims it", () => {
      assert.equal(adapter.transcript !== undefined, capabilities.transcript !== "none");
    });

    it("names its files by the host alone: absolute, each once, to install into below the home", () => {
      const homes = ["/home/user", "/home/another"];
      for (const home of homes) {
        const files = adapter.files(memoryHost({ home }));
        const paths = files.map(({ path }) => path);
        assert.deepEqual(paths, [...new Set(paths)]);
        assert.ok(paths.every(isAbsolute), paths.join(", "));
        const targets = files.filter(({ role }) => role === "install");
        assert.ok(targets.length > 0, "there is no file to install into");
        for (const { path } of targets) assert.ok(path.startsWith(`${home}/`), path);
        assert.deepEqual(adapter.files(memoryHost({ home })), files);
      }
    });

    describe("recognise", () => {
      const { kind, path } = adapter.standIn;
      const recognise = (process: Partial<ProcessInfo>) =>
        translator.recognise({
          pid: 10,
          parentPid: 1,
          sessionId: 10,
          startTime: 1,
          name: "sh",
          executable: "/usr/bin/dash",
          arguments: ["sh"],
          ...process,
        });

      it("knows the stand-in", () => {
        const program = `/home/user/${path}`;
        const process =
          kind === "executable"
            ? { executable: program, arguments: [program] }
            : { executable: "/usr/bin/node", arguments: ["node", program] };
        assert.equal(recognise(process), "agent");
      });

      it("does not go by what a process calls itself", () => {
        assert.equal(recognise({ name: adapter.binary[0] ?? "" }), undefined);
      });

      it("does not go by words that merely occur", () => {
        const [binary = ""] = adapter.binary;
        for (const word of [adapter.id, binary, path]) {
          const editor = { executable: "/usr/bin/vim", arguments: ["vim", `/home/user/notes/${word}`] };
          assert.equal(recognise(editor), undefined, `vim with ${word}`);
          const neighbour = `/opt/not-${word.replaceAll("/", "-")}-at-all/tool`;
          assert.equal(recognise({ executable: neighbour, arguments: [neighbour] }), undefined, neighbour);
        }
      });

      it("survives processes that cannot be read", () => {
        for (const words of [[], [""], ["node"], ["node", ""]]) {
          assert.equal(recognise({ executable: undefined, arguments: words, name: "" }), undefined);
          assert.equal(recognise({ executable: "/usr/bin/node", arguments: words, name: "" }), undefined);
        }
      });
    });
  });
}
