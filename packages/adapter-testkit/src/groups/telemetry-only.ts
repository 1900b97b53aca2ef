import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { problemsOf, strangersIn } from "../contract-words.js";
import { garbageFrom } from "../garbage.js";
import { carryOut, commandTargets, findCommand, noFiles } from "../installation.js";
import type { HarnessOptions } from "../options.js";
import { outcomesOf } from "../outcomes.js";
import { printedBy } from "../silence.js";

/** What may stand where the forwarder should be. */
const forwarders: Readonly<Record<string, (path: string) => void>> = {
  missing: () => {},
  broken: (path) => writeFileSync(path, "if then ( 'unfinished\n"),
  noisy: (path) => writeFileSync(path, "echo loud; echo louder >&2; exit 2\n"),
  "that cannot be read": (path) => {
    writeFileSync(path, "echo loud; exit 2\n");
    chmodSync(path, 0);
  },
  "that is a folder": (path) => mkdirSync(path),
};

/** A hook listens and says nothing: whatever is broken, the agent goes on as if we were not there. */
export function describeTelemetryOnly(options: HarnessOptions): void {
  const { runner, adapter, fixtures } = options;
  const { describe, it } = runner;
  const { translator } = adapter;

  describe("telemetry only", () => {
    const commands = () => {
      const texts = carryOut(adapter, "install", noFiles);
      const found = translator.events.map(({ name }) => findCommand(adapter, name, texts));
      return found.filter((command) => command !== undefined);
    };
    for (const [name, put] of Object.entries(commandTargets(adapter).length === 0 ? {} : forwarders)) {
      it(`exits 0 and is silent with a forwarder ${name}`, () =>
        withForwarder(put, (home) => {
          const found = commands();
          // One after the other, each only if the one before ended with 0.
          const all = found.map(({ command }) => command).join(" && ");
          const answers = found.map(({ answer }) => answer).join("");
          for (const shell of shells()) {
            const { status, stdout, stderr } = runCommand(shell, all, home);
            assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: answers, stderr: "" }, shell);
          }
        }));
    }

    it("translates to nothing but what the contract has", () => {
      for (const { name, outcome } of outcomesOf(options)) assert.deepEqual(strangersIn(outcome), [], name);
    });

    it("prints nothing when it translates", () => {
      for (const { name, printed } of outcomesOf(options)) assert.equal(printed, "", name);
    });

    const payloads = fixtures.events.map(({ payload }) => payload);
    const names = [
      ...translator.events.map(({ name }) => name),
      "",
      "Unheard-Of",
      "__proto__",
      "constructor",
    ];
    /** Each garbage payload under the event it was made from; the rest under every name there is. */
    const forEachGarbage = (use: (event: string, payload: unknown) => void) => {
      for (const event of names) for (const payload of garbageFrom([])) use(event, payload);
      for (const { event, payload } of fixtures.events)
        for (const odd of garbageFrom([payload])) use(event, odd);
      for (const event of names) for (const payload of payloads) use(event, payload);
    };

    it("survives any payload", () => {
      forEachGarbage((event, payload) => {
        printedBy(() => translator.translate({ event, payload, environment: {} }));
      });
    });

    it("speaks the contract's words whatever a payload says", () => {
      forEachGarbage((event, payload) => {
        let problems: readonly string[];
        try {
          problems = problemsOf(
            printedBy(() => translator.translate({ event, payload, environment: {} })).result,
          );
        } catch {
          return; // The case above is about that.
        }
        if (problems.length > 0) assert.fail(`${event}, ${excerpt(payload)}: ${problems.join(", ")}`);
      });
    });
  });
}

function excerpt(payload: unknown): string {
  return (JSON.stringify(payload) ?? "undefined").slice(0, 1000);
}

/** The shells that harnesses and users run commands with, of those that this machine has. */
function shells(): readonly string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = ["dash", "bash", "zsh", "fish"].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  return [
    ...new Set(["/bin/sh", ...paths].filter((path) => existsSync(path)).map((path) => realpathSync(path))),
  ];
}

function runCommand(shell: string, command: string, home: string) {
  const { status, stdout, stderr } = spawnSync(shell, ["-c", command], {
    input: "{}\n",
    encoding: "utf8",
    timeout: 10_000,
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH },
  });
  return { status, stdout, stderr };
}

function withForwarder(put: (path: string) => void, body: (home: string) => void): void {
  const home = mkdtempSync(join(tmpdir(), "hexokit-testkit-"));
  try {
    const path = join(home, ".local/share/hexokit/rk-hook");
    mkdirSync(dirname(path), { recursive: true });
    put(path);
    body(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
