import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { handlersIn } from "./codex-hooks-file.js";
import {
  codexHookHash,
  codexTrust,
  hooksLosingTrust,
  readTrustState,
  type TrustEntry,
} from "./codex-trust.js";

const folder = new URL("../../../fixtures/codex/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), "utf8");

interface Vector {
  readonly event: string;
  readonly group: { readonly matcher?: string; readonly hooks: readonly Record<string, unknown>[] };
  readonly hash: string;
}
const vectors: readonly Vector[] = JSON.parse(read("0.171.0/trust/hash-vectors.json"));

interface ListedHook {
  readonly eventName: string;
  readonly command: string;
  readonly async: boolean;
  readonly matcher: string | null;
  readonly timeoutSec: number;
  readonly statusMessage: string | null;
  readonly currentHash: string;
}

const directories = ["/home/user/.codex"];

function entriesOf(config: string): ReadonlyMap<string, TrustEntry> {
  const state = readTrustState(config);
  if (state.kind === "unknown") throw new Error(state.why);
  return state.entries;
}

describe("codexHookHash", () => {
  it("is the recorded hash of every handler", () => {
    expect(vectors.length).toBe(19);
    for (const { event, group, hash } of vectors) {
      const [handler = {}] = group.hooks;
      expect(codexHookHash({ event, matcher: group.matcher, handler }), JSON.stringify(group)).toBe(hash);
    }
  });

  it.each(["0.171.0", "0.164.0"])("is what hooks/list of %s says of every hook", (version) => {
    const { data } = JSON.parse(read(`${version}/trust/hooks-list.json`));
    const listed: readonly ListedHook[] = data[0].hooks;
    expect(listed.length).toBe(19);
    for (const hook of listed) {
      const event = hook.eventName.replace(/^./, (letter) => letter.toUpperCase());
      const { command, async, statusMessage, timeoutSec: timeout, matcher } = hook;
      expect(codexHookHash({ event, matcher, handler: { command, async, statusMessage, timeout } })).toBe(
        hook.currentHash,
      );
    }
  });
});

describe("codexTrust", () => {
  const hooks = read("0.171.0/trust/hooks.json");
  const config = read("0.171.0/trust/config.toml");
  const all = (text: string, toml: string, where = directories) =>
    new Set(
      handlersIn(text).map((placed) => codexTrust(placed, { directories: where, entries: entriesOf(toml) })),
    );

  it("finds every hook of a trusted installation trusted, by the home as given or resolved", () => {
    expect(handlersIn(hooks).length).toBe(12);
    expect([...all(hooks, config)]).toEqual(["trusted"]);
    expect([...all(hooks, config, ["/data/codex", ...directories])]).toEqual(["trusted"]);
    expect([...all(hooks, config, ["/data/codex"])]).toEqual(["untrusted"]);
  });

  it("tells modified, untrusted and disabled apart", () => {
    expect([...all(hooks.replaceAll("cap.sh", "new.sh"), config)]).toEqual(["modified"]);
    expect([...all(hooks, "")]).toEqual(["untrusted"]);
    expect([...all(hooks, config.replaceAll("trusted_hash", "enabled = false\ntrusted_hash"))]).toEqual([
      "disabled",
    ]);
    expect([...all(hooks, config.replaceAll("trusted_hash", "enabled = true\ntrusted_hash"))]).toEqual([
      "trusted",
    ]);
  });

  it("does not take an entry for trust that another hook left at the same position", () => {
    const stale = config.replace(/(session_start:0:0"\]\ntrusted_hash = ")[^"]+/, "$1sha256:00");
    expect([...all(hooks, stale)].sort()).toEqual(["modified", "trusted"]);
  });

  it.each(["[hooks", "a = 1\na = 2", "\u0000", "[hooks.state]\nx = {"])(
    "is unknown with the config %j",
    (toml) => {
      expect(readTrustState(toml).kind).toBe("unknown");
    },
  );

  it.each(["", "hooks = 7", "[hooks]\nstate = 1", '[hooks.state]\n"__proto__" = { trusted_hash = "x" }'])(
    "is known to be none with the config %j",
    (toml) => {
      expect([...all(hooks, toml)]).toEqual(["untrusted"]);
    },
  );
  it("survives entries of another shape", () => {
    expect([...all(hooks, config.replaceAll(/trusted_hash = .*/g, "trusted_hash = 7"))]).toEqual([
      "untrusted",
    ]);
  });
});

describe("hooksLosingTrust", () => {
  const group = (command: string) => ({ hooks: [{ type: "command", command }] });
  const file = (...commands: string[]) => JSON.stringify({ hooks: { Stop: commands.map(group) } });
  const trustOf = (source: string) => {
    const entries = handlersIn(source).map((placed) => {
      const key = `${directories[0]}/hooks.json:stop:${placed.group}:${placed.index}`;
      return [key, { hash: codexHookHash(placed), enabled: true }] as const;
    });
    return { directories, entries: new Map(entries) };
  };
  const commands = (before: string, after: string) =>
    hooksLosingTrust(before, after, trustOf(before)).map(({ handler }) => handler.command);

  it("names the user's trusted hooks behind a group that goes, not those before it", () => {
    const ours = `/bin/sh -c 'trap "exit 0" 0; set -- codex Stop; hexokit_hook="$HOME/.local/share/hexokit/rk-hook"; [ -r "$hexokit_hook" ] && . "$hexokit_hook" >/dev/null 2>&1'`;
    expect(commands(file("first", ours, "second", "third"), file("first", "second", "third"))).toEqual([
      "second",
      "third",
    ]);
    expect(commands(file("first", "second", ours), file("first", "second"))).toEqual([]);
    // Two equal hooks: the one that moves finds the trust of the other.
    expect(commands(file(ours, "same", "same"), file("same", "same"))).toEqual(["same"]);
  });

  it("names none that was not trusted before", () => {
    const before = file("first", "second");
    expect(hooksLosingTrust(before, file("second"), { directories, entries: new Map() })).toEqual([]);
  });
});
