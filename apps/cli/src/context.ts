import { homedir } from "node:os";
import { type HostEnvironment, hostEnvironment } from "@hexokit/core";
import { type Output, standardOutput } from "./output.js";

/** How a command ended, when it did not fail with an error. `partly`: some harnesses failed, others did not. */
export type Ending = "ok" | "failed" | "partly";

/** What every command stands on. */
export interface Context {
  readonly host: HostEnvironment;
  readonly output: Output;
  /** Of this program, as in its package.json. */
  readonly version: string;
  /** The program's own file, symbolic links resolved. */
  readonly program: string;
  /** The folder that holds the built `hook.cjs`, `hook-runtime.cjs` and `hooks/<id>.cjs`. */
  readonly built: string;
}

export function systemContext(version: string, program: string, built: string): Context {
  const host = hostEnvironment(process.env, process.cwd(), homedir());
  return { host, output: standardOutput(process.env), version, program, built };
}
