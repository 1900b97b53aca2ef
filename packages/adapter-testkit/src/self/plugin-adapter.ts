import { type FileChange, type FileSnapshot, type HarnessAdapter, HexoError } from "@hexokit/core";
import type { RecordedFixtures } from "../recorded-fixtures.js";
import { translator } from "./plugin-translator.js";

/** The whole file, whose first line says whose it is. */
const pluginText = (forwarder: string) =>
  `// hexokit plugin\nexport const forwarder = ${JSON.stringify(forwarder)};\n`;
const isOurs = ({ text }: FileSnapshot) =>
  text === undefined || text === "" || text.startsWith("// hexokit plugin\n");

function changesOf(file: FileSnapshot, action: "install" | "uninstall", forwarder: string): FileChange[] {
  const { path, text: before } = file;
  if (action === "uninstall") {
    if (before === undefined || !isOurs(file)) return [];
    return [{ path, before, after: file.symbolicLink ? "" : undefined }];
  }
  if (!isOurs(file)) throw new HexoError("FILE_FOREIGN", `${path} is not ours.`);
  const after = pluginText(forwarder);
  return after === before ? [] : [{ path, before, after }];
}

/** A harness of which little can be known, with a file that is wholly ours. It passes every case too. */
export const pluginAdapter: HarnessAdapter = {
  contract: 1,
  id: "plugin",
  displayName: "Plugin",
  binary: ["plugin-agent"],
  verified: { version: "1.0.0", date: "2026-01-01", how: "documented" },
  capabilities: {
    waiting: false,
    answers: false,
    children: false,
    interruptHook: false,
    observe: false,
    transcript: "none",
    verify: false,
    gaps: [],
  },
  activation: { kind: "restart", instruction: "Restart running sessions." },
  platforms: ["linux"],
  standIn: { kind: "node-script", path: "node_modules/plugin-agent/cli.js" },
  translator,
  files: ({ home }) => [
    { path: `${home}/.plugin/hexokit.js`, role: "install", ownership: "own", syntax: "javascript" },
  ],
  plan: ({ action, files, forwarder }) => files.flatMap((file) => changesOf(file, action, forwarder)),
  inspect: ([file], forwarder) => ({
    harness: "plugin",
    events: translator.events.map(({ name }) => ({
      event: name,
      status: file?.text === pluginText(forwarder) && file.problem === undefined ? "installed" : "missing",
    })),
    findings:
      file?.problem === undefined
        ? []
        : [{ severity: "problem", message: `${file.path} is ${file.problem}.` }],
  }),
};

export const pluginFixtures: RecordedFixtures = {
  provenance: {
    harness: "plugin",
    version: "1.0.0",
    date: "2026-01-01",
    how: "documented",
    notCaptured: { "session.deleted": "the plugin has no way to delete a session" },
  },
  events: [
    { name: "session.busy", event: "session.busy", payload: { session: "one" } },
    { name: "session.idle", event: "session.idle", payload: { session: "one" } },
  ],
};
