import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostEnvironment, systemHost, systemProcesses } from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ExportOptions, exportSession } from "./opencode-export.js";
import { findOpencodeTranscript } from "./opencode-transcript.js";

const session = "ses_dd16ad74affejpe9fEQyqGqFLA";
let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hexokit-export-"));
  folder = join(home, ".local/state/hexokit/opencode-export");
  program(`printf '{"info":{"id":"%s"},"words":"%s"}' "$3" "$*"`);
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** A stand-in for OpenCode: what it was asked is on its command line. */
function program(text: string): void {
  mkdirSync(join(home, "bin"), { recursive: true });
  writeFileSync(join(home, "bin/opencode"), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}
const host = () => {
  const environment = { PATH: `${home}/bin:/usr/bin:/bin`, SECRET: "secret" };
  return systemHost(hostEnvironment(environment, home, home), systemProcesses());
};
const run = (id = session, options?: ExportOptions) => exportSession({ session: id }, host(), options);
const code = (expected: string) => expect.objectContaining({ code: expected });
const names = () => (existsSync(folder) ? readdirSync(folder).sort() : []);
const age = (name: string, milliseconds: number) => {
  const time = (Date.now() - milliseconds) / 1000;
  utimesSync(join(folder, name), time, time);
};

describe("an export", () => {
  it("is asked for without plugins, by id, and lies where only the user may read it", async () => {
    const path = await run();
    expect(path).toBe(join(folder, `${session}.json`));
    expect(JSON.parse(readFileSync(path, "utf8")).words).toBe(`--pure export ${session}`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const directory of [folder, join(folder, "..")])
      expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(names()).toEqual([`${session}.json`]);
  });

  it("without its texts has a name of its own", async () => {
    const path = await run(session, { sanitize: true });
    expect(path).toBe(join(folder, `${session}.sanitized.json`));
    expect(JSON.parse(readFileSync(path, "utf8")).words).toBe(`--pure export ${session} --sanitize`);
  });

  it("is of several megabytes whole, which a pipe would cut", async () => {
    program(
      `printf '{"info":{"id":"%s"},"text":"' "$3"; head -c 3000000 /dev/zero | tr '\\0' x; printf '"}'`,
    );
    expect(JSON.parse(readFileSync(await run(), "utf8")).text.length).toBe(3_000_000);
  });

  it("gets nothing of the caller's environment but where the database is", async () => {
    program(`printf '{"info":{"id":"%s"},"words":"%s"}' "$3" "$SECRET$HOME"`);
    expect(JSON.parse(readFileSync(await run(), "utf8")).words).toBe(home);
  });

  it("takes the place of the one before, whole, and keeps it when it fails", async () => {
    const path = await run();
    const before = readFileSync(path, "utf8");
    program("printf '{\"info\"'");
    await expect(run()).rejects.toThrow(code("TRANSCRIPT_UNAVAILABLE"));
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(names()).toEqual([`${session}.json`]);
  });

  it.each([
    ["is no JSON", "echo '{\"info\":'", {}],
    ["is empty", ":", {}],
    ["is another session's", 'echo \'{"info":{"id":"ses_other"}}\'', {}],
    ["is null", "echo null", {}],
    ["ends with an error", `echo '{"info":{"id":"${session}"}}'; exit 1`, {}],
    ["takes too long", "exec sleep 60", { timeout: 200 }],
    ["is too large, and slow", "yes", { limit: 100_000 }],
    ["is too large, and quick", "head -c 200000 /dev/zero", { limit: 100_000 }],
  ])("that %s is none, and nothing of it stays", async (_, text, options) => {
    program(text);
    await expect(run(session, options)).rejects.toThrow(code("TRANSCRIPT_UNAVAILABLE"));
    expect(names()).toEqual([]);
    expect(await findOpencodeTranscript({ session: "ses_" }, host())).toMatchObject({ kind: "unavailable" });
  });

  it("that takes too long is ended with all that it has started", async () => {
    program(`sleep 60 & echo $! > ${home}/child; wait`);
    await expect(run(session, { timeout: 1000 })).rejects.toThrow(code("TRANSCRIPT_UNAVAILABLE"));
    const child = Number(readFileSync(join(home, "child"), "utf8"));
    await vi.waitFor(() => expect(systemProcesses().read(child)).toBeUndefined());
  });

  it.each(["", "--help", "ses_", "ses_a/b", "ses_a b", "../ses_a", "latest", `ses_${"a".repeat(61)}`])(
    "of %j is not so much as tried",
    async (id) => {
      program(`touch ${home}/ran`);
      await expect(run(id)).rejects.toThrow(code("TRANSCRIPT_UNAVAILABLE"));
      expect(existsSync(join(home, "ran"))).toBe(false);
    },
  );

  it("is unavailable without the program", async () => {
    rmSync(join(home, "bin"), { recursive: true });
    await expect(run()).rejects.toThrow(code("BINARY_NOT_FOUND"));
    expect(await findOpencodeTranscript({ session }, host())).toMatchObject({ kind: "unavailable" });
    writeFileSync(join(home, "bin"), "");
    expect(names()).toEqual([]);
  });
});

describe("the folder of exports", () => {
  it("is refused as a symbolic link, or in one, and as a file", async () => {
    const elsewhere = join(home, "elsewhere");
    mkdirSync(elsewhere);
    for (const path of [join(folder, ".."), folder]) {
      rmSync(join(folder, ".."), { recursive: true, force: true });
      mkdirSync(join(path, ".."), { recursive: true });
      symlinkSync(elsewhere, path);
      await expect(run(), path).rejects.toThrow(code("FILE_FOREIGN"));
    }
    rmSync(folder);
    writeFileSync(folder, "");
    await expect(run()).rejects.toThrow(code("FILE_FOREIGN"));
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it("is made the user's alone again", async () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    await run();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("has links replaced, not followed", async () => {
    const target = join(home, "target");
    writeFileSync(target, "mine");
    mkdirSync(folder, { recursive: true });
    symlinkSync(target, join(folder, `${session}.json`));
    const path = await run();
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(target, "utf8")).toBe("mine");
  });

  it("keeps every path for its hour, and what is not ours for ever", async () => {
    await run("ses_old");
    await run("ses_young");
    age("ses_old.json", 61 * 60 * 1000);
    age("ses_young.json", 59 * 60 * 1000);
    writeFileSync(join(folder, "notes.txt"), "mine");
    writeFileSync(join(folder, ".ses_killed.json-1-1.tmp"), "{");
    for (const name of ["notes.txt", ".ses_killed.json-1-1.tmp"]) age(name, 24 * 60 * 60 * 1000);
    await run("ses_new");
    expect(names()).toEqual(["notes.txt", "ses_new.json", "ses_young.json"]);
  });

  it("is busy with sixteen, of which one may be renewed, until the first has had its hour", async () => {
    for (let index = 0; index < 16; index += 1) await run(`ses_${index}`);
    await expect(run("ses_more")).rejects.toThrow(code("EXPORT_BUSY"));
    await expect(findOpencodeTranscript({ session: "ses_more" }, host())).rejects.toThrow(
      code("EXPORT_BUSY"),
    );
    await run("ses_7");
    expect(names().length).toBe(16);
    age("ses_3.json", 61 * 60 * 1000);
    await run("ses_more");
    expect(names()).not.toContain("ses_3.json");
  });

  it("never has more than sixteen, however many begin at once", async () => {
    const all = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => run(`ses_${index}`)));
    const paths = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(paths.length).toBeLessThanOrEqual(16);
    for (const path of paths) expect(existsSync(path)).toBe(true);
    for (const one of all) if (one.status === "rejected") expect(one.reason).toEqual(code("EXPORT_BUSY"));
    expect(names().length).toBe(paths.length);
  });
});
