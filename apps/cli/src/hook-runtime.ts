import { readdirSync } from "node:fs";
import { join } from "node:path";
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

/** What `hook.cjs` gives. */
export interface HookStart {
  readonly provider: string;
  readonly event: string;
  /** Where the translators lie. */
  readonly folder: string;
  /** Loads a file and gives its exports. */
  load(file: string): unknown;
  /** Called after an event that took the whole way, from payload to pane. */
  keepCode(): void;
}

function loadTranslator({ folder, load }: HookStart, name: string): HookTranslator {
  return (load(join(folder, name)) as { readonly translator: HookTranslator }).translator;
}

function loadRecognisers(start: HookStart): readonly Recognise[] {
  return readdirSync(start.folder).flatMap((name) => {
    if (!name.endsWith(".cjs")) return [];
    try {
      const translator = loadTranslator(start, name);
      return [(process) => translator.recognise(process)];
    } catch {
      // A damaged one is its own harness's trouble.
      return [];
    }
  });
}

/** `process.exit` without its listeners, of which there are none: 1 ms sooner. */
function leave(): never {
  const { reallyExit = process.exit } = process as { readonly reallyExit?: (status: number) => never };
  return reallyExit.call(process, 0);
}

/** One event: reads the payload from standard input, prints nothing and ends the process with 0. */
export async function handleEvent(start: HookStart): Promise<void> {
  const { provider, event } = start;
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
        translator: loadTranslator(start, `${provider}.cjs`),
        recognisers: () => loadRecognisers(start),
        now: Date.now,
        report,
      };
      if (await runHook(runtime, event, payload)) start.keepCode();
    }
  } catch (error) {
    report(`${provider} ${event}: ${error instanceof Error ? error.name : "?"} before the event was read`);
  }
  // A read that still blocks would keep `exit` from ending; the wrapper turns this into 0 as well.
  if (blocked) process.kill(process.pid, "SIGKILL");
  leave();
}
