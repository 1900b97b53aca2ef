import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type HookTranslator,
  isProviderId,
  logHookFailure,
  machineDirectory,
  type Recognise,
  readPayload,
  runHook,
  systemProcesses,
} from "@hexokit/core/hook";

/**
 * What the forwarder runs on every event: `node hook.cjs <harness> <event>`, the payload on standard input.
 * Prints nothing and ends with 0 whatever happens.
 */

// The translators lie beside this file; it is built as CommonJS, which starts 3 ms sooner.
declare const require: (path: string) => { readonly translator: HookTranslator };

const [, script = "", provider = "", event = ""] = process.argv;
const folder = join(dirname(script), "hooks");

function loadTranslator(name: string): HookTranslator {
  return require(join(folder, name)).translator;
}

function loadRecognisers(): readonly Recognise[] {
  return readdirSync(folder).flatMap((name) => {
    if (!name.endsWith(".cjs")) return [];
    try {
      const translator = loadTranslator(name);
      return [(process) => translator.recognise(process)];
    } catch {
      // A damaged one is its own harness's trouble.
      return [];
    }
  });
}

async function main(): Promise<void> {
  const { payload, blocked } = await readPayload();
  const directory = machineDirectory();
  const report = (line: string): void => logHookFailure(directory.log, line);
  try {
    if (isProviderId(provider)) {
      const runtime = {
        processes: systemProcesses(),
        directory,
        environment: process.env,
        pid: process.pid,
        translator: loadTranslator(`${provider}.cjs`),
        recognisers: loadRecognisers,
        now: Date.now,
        report,
      };
      runHook(runtime, event, payload);
    }
  } catch (error) {
    report(`${provider} ${event}: ${error instanceof Error ? error.name : "?"} before the event was read`);
  }
  // A read that still blocks would keep `exit` from ending; the wrapper turns this into 0 as well.
  if (blocked) process.kill(process.pid, "SIGKILL");
  process.exit(0);
}

void main();
