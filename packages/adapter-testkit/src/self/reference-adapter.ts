import {
  type HarnessAdapter,
  type HostEnvironment,
  inspectJsonHooks,
  type Observation,
  type ObserveBatch,
  planJsonHooks,
  type RuntimeHost,
} from "@hexokit/core";
import type { RecordedFixtures } from "../recorded-fixtures.js";
import { translator } from "./reference-translator.js";

const directory = ({ home }: HostEnvironment) => `${home}/.reference`;

async function observe(batch: ObserveBatch, host: RuntimeHost): Promise<readonly Observation[]> {
  return batch.flatMap(({ target, agent }) => {
    const source = `${directory(host)}/${agent.pid}.state`;
    const state = host.readText(source)?.trim();
    return state === "active" || state === "idle" ? [{ target, source, turn: state }] : [];
  });
}

/** A harness with everything that the contract has, in as few lines as possible. It passes every case. */
export function referenceAdapter(syntax: "json" | "jsonc" = "json"): HarnessAdapter {
  const target = (forwarder: string) => ({
    provider: "reference",
    events: translator.events,
    forwarder,
    comments: syntax === "jsonc",
  });
  return {
    contract: 1,
    id: "reference",
    displayName: "Reference",
    binary: ["reference-agent"],
    verified: { version: "1.0.0", date: "2026-01-01", how: "documented" },
    capabilities: {
      waiting: true,
      answers: true,
      children: true,
      interruptHook: true,
      observe: true,
      transcript: "file",
      verify: false,
      gaps: [
        { id: "slow-tool", summary: "A slow tool looks busy.", fact: "The reference has no clock (1.0.0)." },
      ],
    },
    activation: { kind: "restart", instruction: "Restart running sessions." },
    platforms: ["linux"],
    standIn: { kind: "executable", path: "reference-agent/bin/agent" },
    translator,
    files: (host) => [
      { path: `${directory(host)}/settings.json`, role: "install", ownership: "shared", syntax },
      { path: `${host.home}/.reference-settings.json`, role: "former", ownership: "shared", syntax },
      { path: "/etc/reference/settings.json", role: "read", ownership: "shared", syntax },
    ],
    plan: ({ action, files, forwarder }) =>
      files
        .filter(({ role }) => role === "install" || (role === "former" && action === "uninstall"))
        .map((file) => planJsonHooks(action, file, target(forwarder)))
        .filter((change) => change !== undefined),
    inspect: (files, forwarder) => ({
      harness: "reference",
      ...inspectJsonHooks(
        files.find(({ role }) => role === "install"),
        target(forwarder),
      ),
    }),
    async transcript({ session }, host) {
      const path = `${directory(host)}/${session}.log`;
      const isThere = /^[a-z0-9-]{1,40}$/.test(session) && host.readWindow(path, 1, 0) !== undefined;
      return isThere ? { kind: "file", path } : { kind: "unavailable", why: `there is no ${path}` };
    },
    observe,
  };
}

const session = "session-1";
const child = "child-1";
const call = { session, tool: "shell", input: { command: "ls", all: true } };

const payloads: Readonly<Record<string, object>> = {
  SessionStart: { session },
  Prompt: { session, text: "go" },
  ToolStart: call,
  "ToolStart-child": { ...call, child },
  ToolEnd: call,
  Ask: call,
  "Ask-child": { ...call, child },
  Answer: call,
  ChildStart: { session, child },
  ChildEnd: { session, child },
  Interrupt: { session },
  Stop: { session },
};

/** What the reference harness would send. */
export const referenceFixtures: RecordedFixtures = {
  provenance: {
    harness: "reference",
    version: "1.0.0",
    date: "2026-01-01",
    how: "documented",
    transcript: { session, path: `/home/user/.reference/${session}.log` },
  },
  events: Object.entries(payloads).map(([name, payload]) => ({
    name,
    event: name.split("-", 1)[0] ?? name,
    payload,
  })),
  transcript: "hello\n",
};
