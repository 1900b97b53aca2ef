import { dirname, join } from "node:path";
import { machineDirectory } from "@hexokit/core/hook";
import type { HookStart, handleEvent } from "./hook-runtime.js";
import { KeptCode, type LoadedFile } from "./kept-code.js";

/**
 * What the forwarder runs on every event: `node hook.cjs <harness> <event>`, the payload on standard input.
 * Loads what does the work. Prints nothing and ends with 0 whatever happens.
 */

// Built as CommonJS, which starts 3 ms sooner.
declare const require: (path: string) => unknown;

const [, script = "", provider = "", event = ""] = process.argv;
const here = dirname(script);
const code = new KeptCode(machineDirectory(), require);
const loaded: LoadedFile[] = [];

function load(file: string): unknown {
  const one = code.load(file);
  loaded.push(one);
  return one.exports;
}

const start: HookStart = {
  provider,
  event,
  folder: join(here, "hooks"),
  load,
  keepCode: () => {
    for (const one of loaded) one.keepCode();
  },
};
const runtime = load(join(here, "hook-runtime.cjs")) as { readonly handleEvent: typeof handleEvent };
void runtime.handleEvent(start);
