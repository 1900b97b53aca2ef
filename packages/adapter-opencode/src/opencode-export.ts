import { accessSync, constants } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { HostEnvironment, ReadOnlyHost, RuntimeHost, TranscriptQuery } from "@hexokit/core";
import { HexoError } from "@hexokit/core";
import { openExportFolder } from "./opencode-export-folder.js";
import { exportFolder } from "./opencode-harness.js";
import { recogniseOpencode } from "./opencode-processes.js";

export interface ExportOptions {
  /** `--sanitize`: OpenCode then replaces every text, title and path, so no word of the conversation stays. */
  readonly sanitize?: boolean;
  /** Milliseconds. Default: 15 s. */
  readonly timeout?: number;
  /** Bytes. Default: 32 MiB. */
  readonly limit?: number;
}

type Host = ReadOnlyHost & Partial<RuntimeHost>;

const defaultTimeout = 15_000;
const defaultLimit = 32 * 1024 * 1024;

/** How often the size is looked at, in milliseconds. */
const sizeInterval = 50;

const sessionPattern = /^ses_[A-Za-z0-9]{1,60}$/;

/** Where OpenCode's database is follows from these; the rest of the caller's environment is none of its business. */
const passedOn = [
  "HOME",
  "PATH",
  "TMPDIR",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_STATE_HOME",
  "OPENCODE_DB",
];

/** What OpenCode does at every start and an export has no use for; some of it waits for the network. */
const needless = ["AUTOUPDATE", "MODELS_FETCH", "DEFAULT_PLUGINS", "SHARE", "LSP_DOWNLOAD"];

function unavailable(why: string, cause?: unknown): HexoError {
  return new HexoError("TRANSCRIPT_UNAVAILABLE", `OpenCode gave no transcript: ${why}.`, { cause });
}

/**
 * Has OpenCode write a conversation into a file of ours: `opencode --pure export <id>`, whose standard output is
 * that file, since a pipe is cut at some hundred kilobytes with status 0 (1.18.33, live). Only for a request of
 * a person: it takes seconds and starts OpenCode.
 * @returns the path, good for an hour
 * @throws HexoError TRANSCRIPT_UNAVAILABLE, BINARY_NOT_FOUND, FILE_FOREIGN, EXPORT_BUSY
 */
export async function exportSession(
  { session, agentPid }: TranscriptQuery,
  host: Host,
  options: ExportOptions = {},
): Promise<string> {
  // Without an id, or with a hyphen in front, `export` opens a picker and waits for ever (1.18.33, live).
  if (!sessionPattern.test(session)) throw unavailable("the session reference is not one of OpenCode's");
  const binary = programOf(agentPid, host) ?? findOnPath(host);
  if (binary === undefined) throw new HexoError("BINARY_NOT_FOUND", "opencode is not on PATH.");
  const sanitize = options.sanitize === true;
  const place = exportFolder(host);
  const folder = openExportFolder(place);
  const name = `${session}${sanitize ? ".sanitized" : ""}.json`;
  return await folder.put(name, async (file) => {
    const words = ["--pure", "export", session, ...(sanitize ? ["--sanitize"] : [])];
    // Where there is no project to look through.
    const where = { env: environmentOf(agentPid, host), cwd: place };
    const outcome = await run(binary, words, where, file, options);
    if (outcome !== undefined) throw unavailable(outcome);
    requireConversation(file.read(), session);
  });
}

/** The agent's own program, when it lives: it may be another than the one on PATH. */
function programOf(pid: number | undefined, host: Host): string | undefined {
  const agent = pid === undefined ? undefined : host.process?.(pid);
  return agent !== undefined && recogniseOpencode(agent) === "agent" ? agent.executable : undefined;
}

function findOnPath({ environment }: HostEnvironment): string | undefined {
  return (environment.PATH ?? "")
    .split(":")
    .filter(isAbsolute)
    .map((folder) => join(folder, "opencode"))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** The agent's own settings, when it lives, else the reader's. */
function environmentOf(pid: number | undefined, host: Host): NodeJS.ProcessEnv {
  const isAgent = programOf(pid, host) !== undefined && pid !== undefined;
  const read = (name: string) => (isAgent ? host.processEnvironment?.(pid, name) : host.environment[name]);
  const values = passedOn.map((name) => [name, read(name)] as const);
  return {
    HOME: host.home,
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    ...Object.fromEntries(needless.map((name) => [`OPENCODE_DISABLE_${name}`, "1"])),
  };
}

/** Undefined when it ended well, else why not. */
async function run(
  binary: string,
  words: readonly string[],
  where: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
  file: { readonly descriptor: number; size(): number },
  { timeout = defaultTimeout, limit = defaultLimit }: ExportOptions,
): Promise<string | undefined> {
  const { spawn } = await import("node:child_process");
  return await new Promise((resolve) => {
    let problem: string | undefined;
    // A group of its own: what the program has started would else go on writing when it is ended.
    const child = spawn(binary, words, {
      stdio: ["ignore", file.descriptor, "ignore"],
      detached: true,
      ...where,
    });
    const stop = (why: string): void => {
      problem ??= why;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has just ended by itself.
      }
    };
    const isTooLarge = () => file.size() > limit;
    const tooLarge = `it is larger than ${limit} bytes`;
    const timer = setTimeout(() => stop(`it took longer than ${timeout} ms`), timeout);
    const watch = setInterval(() => isTooLarge() && stop(tooLarge), sizeInterval);
    const end = (why: string | undefined): void => {
      clearTimeout(timer);
      clearInterval(watch);
      resolve(why);
    };
    child.on("error", (error) => end(`it could not be started (${(error as NodeJS.ErrnoException).code})`));
    child.on("close", (code) => {
      if (problem === undefined && code !== 0)
        problem = `\`export\` ended with ${code}: is the session there?`;
      end(problem ?? (isTooLarge() ? tooLarge : undefined));
    });
  });
}

function requireConversation(text: string, session: string): void {
  let id: unknown;
  try {
    id = (JSON.parse(text) as { info?: { id?: unknown } } | null)?.info?.id;
  } catch (error) {
    throw unavailable("what it wrote is not JSON", error);
  }
  if (id !== session) throw unavailable("what it wrote is another session");
}
