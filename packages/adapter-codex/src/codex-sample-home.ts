import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  hostEnvironment,
  type ProcessInfo,
  type RuntimeHost,
  systemHost,
  systemProcesses,
} from "@hexokit/core";
import { afterEach, beforeEach } from "vitest";
import { codexAdapter } from "./index.js";

/** A session of Codex 0.171.0, and where its rollout lies below its home. */
export const session = "01a22e96-58d5-77d3-95cf-cdc986a22e11";
export const rolloutName = `sessions/2026/11/30/rollout-2026-11-30T22-32-14-${session}.jsonl`;

export const recordedRollout = (file: string) =>
  readFileSync(new URL(`../../../fixtures/codex/0.171.0/rollouts/${file}.jsonl`, import.meta.url), "utf8");

export const abortedRollout = recordedRollout("root.interrupt-approval-and-running-tool");

export const agent: ProcessInfo = {
  pid: 17_923,
  parentPid: 1,
  sessionId: 1,
  startTime: 1,
  name: "codex",
  executable: "/usr/local/bin/codex",
  arguments: ["codex", "resume", session],
};

/** A home folder of its own for each test of the file, and the adapter's reading of it. */
export function sampleHome() {
  let path = "";
  beforeEach(() => {
    path = realpathSync(mkdtempSync(join(tmpdir(), "hexokit-codex-")));
  });
  afterEach(() => {
    rmSync(path, { recursive: true, force: true });
  });
  const host = (
    environment: Record<string, string> = {},
    ofAgent: Record<string, string> = {},
  ): RuntimeHost => {
    const real = systemHost(hostEnvironment(environment, path, path), systemProcesses());
    return { ...real, processEnvironment: (_, variable) => ofAgent[variable] };
  };
  const inHome = (...parts: readonly string[]): string => join(path, ...parts);
  return {
    host,
    inHome,
    put(text: string, file = inHome(".codex", rolloutName)): string {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    observe: async (on: RuntimeHost = host(), of: string | undefined = session) =>
      (await codexAdapter.observe?.([{ target: "t", agent, session: of }], on))?.[0],
    find: async (on: RuntimeHost = host(), agentPid?: number, of = session) =>
      await codexAdapter.transcript?.({ session: of, ...(agentPid === undefined ? {} : { agentPid }) }, on),
  };
}
