import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { ErrorCode } from "@hexokit/core";
import type { Context, Ending } from "./context.js";
import type { ErrorJson } from "./json-output.js";

// Built as CommonJS: one file that loads what a command needs when it is called.
declare const require: (path: string) => unknown;

/** 0 ok (also when nothing was to do), 1 failure, 2 usage, 3 declined, 4 partly done. */
const statusOfEnding: Readonly<Record<Ending, number>> = { ok: 0, failed: 1, partly: 4 };

/** Every other code is 1. Not being able to ask counts as declined: nothing was written. */
const statusOfCode: Partial<Record<ErrorCode | "INTERNAL", number>> = {
  USAGE: 2,
  HARNESS_UNKNOWN: 2,
  DECLINED: 3,
  CONFIRMATION_REQUIRED: 3,
};

async function runCommand(context: Context, words: readonly string[]): Promise<Ending> {
  // What scripts and status lines call again and again does not pay for understanding options.
  const isPlainList = /^agent list(?: --json)?$/.test(words.join(" "));
  if (isPlainList) return (await import("./list/list-command.js")).list(context, { json: words.length > 2 });
  return (await import("./program.js")).runProgram(context, words);
}

async function run(words: readonly string[]): Promise<number> {
  const { systemContext } = await import("./context.js");
  const { version } = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8")) as {
    version: string;
  };
  const context = systemContext(version, realpathSync(process.argv[1] ?? __filename), __dirname);
  try {
    return statusOfEnding[await runCommand(context, words)];
  } catch (error) {
    const { describeError, errorBody } = await import("./error-report.js");
    const body = errorBody(error);
    context.output.complain(describeError(error));
    if (words.includes("--json")) {
      const { toJson } = await import("./json-output.js");
      const answer: ErrorJson = { version: 1, error: body };
      context.output.print(toJson(answer));
    }
    return statusOfCode[body.code] ?? 1;
  }
}

/** `rk agent hook <harness> <event>`: what the forwarder runs, by hand. Silent, and 0 whatever happens. */
function runHook(words: readonly string[]): void {
  process.on("uncaughtException", () => process.exit(0));
  try {
    const hook = join(__dirname, "hook.cjs");
    process.argv = [process.execPath, hook, ...words];
    require(hook);
  } catch {
    process.exit(0);
  }
}

const [first, second, ...others] = process.argv.slice(2);
if (first === "agent" && second === "hook" && !others.some((word) => word === "--help" || word === "-h")) {
  runHook(others);
} else {
  // `rk agent list | head -1` closes our output early.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  void run(process.argv.slice(2)).then((status) => {
    process.exitCode = status;
  });
}
