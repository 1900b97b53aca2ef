import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeFileSafely } from "./write-file-safely.js";

const core = pathToFileURL(fileURLToPath(new URL("../../dist/index.js", import.meta.url))).href;

let directory: string;
let path: string;
let running: ReturnType<typeof spawn> | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "hexokit-crash-"));
  path = join(directory, "settings.json");
});
afterEach(() => {
  running?.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

/** Writes two large texts in turn until it is ended; says `ready` once it does. */
const writer = `
  const { writeFileSafely } = await import(process.argv[1]);
  const path = process.argv[2];
  const texts = ["a", "b"].map((letter) => letter.repeat(1 << 20) + "\\n");
  for (let turn = 0; ; turn++) {
    writeFileSafely({ path, before: texts[turn % 2], after: texts[(turn + 1) % 2] });
    if (turn === 0) process.stdout.write("ready");
    await new Promise((resolve) => setImmediate(resolve));
  }
`;

async function startWriter(): Promise<ReturnType<typeof spawn>> {
  writeFileSync(path, `${"a".repeat(1 << 20)}\n`);
  const child = spawn(process.execPath, ["--input-type=module", "-e", writer, core, path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running = child;
  await once(child.stdout, "data");
  return child;
}

function expectWhole(): void {
  const text = readFileSync(path, "utf8");
  expect(text === `${"a".repeat(1 << 20)}\n` || text === `${"b".repeat(1 << 20)}\n`).toBe(true);
}

describe("writeFileSafely, ended in the middle", () => {
  it("leaves the old or the new file, whole, and the next write clears the rest away", async () => {
    let interrupted = 0;
    for (let attempt = 0; attempt < 15; attempt++) {
      const child = await startWriter();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
      child.kill("SIGKILL");
      await once(child, "close");
      expectWhole();
      if (readdirSync(directory).length > 1) interrupted++;
      writeFileSafely({ path, before: readFileSync(path, "utf8"), after: "next\n" });
      expect(readdirSync(directory)).toEqual(["settings.json"]);
    }
    // The test says nothing unless some were hit in the middle.
    expect(interrupted).toBeGreaterThan(0);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("finishes on %s, then ends by it", async (signal) => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const child = await startWriter();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      child.kill(signal);
      const [, endedBy] = await once(child, "close");
      expect(endedBy).toBe(signal);
      expectWhole();
      expect(readdirSync(directory)).toEqual(["settings.json"]);
    }
  });
});

const writeOnce = `
  const { writeFileSafely, HexoError } = await import(process.argv[1]);
  try {
    writeFileSafely({ path: process.argv[2], before: "old", after: "n".repeat(1 << 20) });
  } catch (error) {
    process.stdout.write(HexoError.isInstance(error) ? error.code + " " + error.cause?.code : String(error));
  }
`;

describe("writeFileSafely without room", () => {
  it("leaves the old file and nothing else when the file may not grow", () => {
    writeFileSync(path, "old");
    const limited = `trap "" XFSZ; ulimit -f 16; exec "$0" "$@"`;
    const { stdout } = spawnSync(
      "/bin/sh",
      ["-c", limited, process.execPath, "--input-type=module", "-e", writeOnce, core, path],
      {
        encoding: "utf8",
      },
    );
    expect(stdout).toBe("WRITE_FAILED EFBIG");
    expect(readdirSync(directory)).toEqual(["settings.json"]);
    expect(readFileSync(path, "utf8")).toBe("old");
  });

  it("leaves the old file and nothing else on a full disk", (context) => {
    const disk = join(directory, "disk");
    mkdirSync(disk);
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk]).status === 0;
    if (!mounted)
      return context.skip("needs the right to mount a small disk; the test above covers the same code");
    try {
      path = join(disk, "settings.json");
      writeFileSync(path, "old");
      const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", writeOnce, core, path], {
        encoding: "utf8",
      });
      expect(stdout).toBe("WRITE_FAILED ENOSPC");
      expect(readdirSync(disk)).toEqual(["settings.json"]);
      expect(readFileSync(path, "utf8")).toBe("old");
    } finally {
      spawnSync("umount", [disk]);
    }
  });
});
