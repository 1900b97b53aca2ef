import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type HarnessAdapter,
  machineDirectory,
  paneOption,
  parsePaneSession,
  parsePaneState,
  pruneMachineDirectory,
  runTmux,
  systemProcesses,
} from "@hexokit/core";
import type { Context } from "../context.js";
import type { DoctorJson } from "../json-output.js";
import { findInstalledCommand, type InstalledCommand } from "./installed-command.js";

export type ProbeResult = DoctorJson["probes"][number];

/** A hook takes some 50 ms; a loaded machine may take many times as long. */
const deadline = 5000;

/**
 * Fires the installed command as the harness would, in a private tmux server that is gone afterwards: below a
 * harmless program that the adapter takes for the agent, with a made-up payload. Nothing of the user's runs.
 */
export async function probeHarness(context: Context, adapter: HarnessAdapter): Promise<ProbeResult> {
  const installed = findInstalledCommand(context.host, adapter);
  if (installed === undefined) {
    return failure(adapter, "Probe: no installed command was found that begins a turn.");
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "rk-probe-")));
  const socket = join(folder, "tmux");
  try {
    writeProbe(folder, adapter, installed);
    startServer(context, folder, socket, adapter);
    return await fire(folder, socket, adapter, installed);
  } catch (error) {
    return failure(
      adapter,
      `Probe: the private tmux server could not be used: ${(error as Error).message.split("\n")[0]}`,
    );
  } finally {
    await runTmux({ socket }, ["kill-server"]);
    rmSync(folder, { recursive: true, force: true });
    pruneMachineDirectory(machineDirectory(), systemProcesses());
  }
}

function failure(adapter: HarnessAdapter, message: string): ProbeResult {
  return { harness: adapter.id, moved: false, milliseconds: null, message };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What the stand-in runs: it waits for a line, fires the hook as its child, and stays. */
function writeProbe(
  folder: string,
  { standIn }: HarnessAdapter,
  { command, payload }: InstalledCommand,
): void {
  const program = join(folder, standIn.path);
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(join(folder, "payload"), payload);
  const hook = `/bin/sh -c ${quote(command)} < ${quote(join(folder, "payload"))}`;
  const status = quote(join(folder, "status"));
  writeFileSync(join(folder, "probe.sh"), `read -r line\n${hook}\necho $? > ${status}\nread -r line\n`);
  if (standIn.kind === "executable") {
    copyFileSync("/bin/sh", program);
    chmodSync(program, 0o700);
    return;
  }
  const script = `require("node:child_process").spawnSync("/bin/sh", [${JSON.stringify(join(folder, "probe.sh"))}], { stdio: "inherit" });\n`;
  writeFileSync(program, script);
}

function startServer({ host }: Context, folder: string, socket: string, { standIn }: HarnessAdapter): void {
  const { TMUX: _tmux, TMUX_PANE: _pane, ...environment } = host.environment;
  const program = quote(join(folder, standIn.path));
  const words =
    standIn.kind === "executable"
      ? `${program} ${quote(join(folder, "probe.sh"))}`
      : `${quote(process.execPath)} ${program}`;
  const session = ["new-session", "-d", "-s", "probe", "-x", "80", "-y", "24", words];
  execFileSync("tmux", ["-u", "-f", "/dev/null", "-S", socket, ...session], {
    env: { ...environment, SHELL: "/bin/sh" },
    stdio: "pipe",
    timeout: 5000,
    killSignal: "SIGKILL",
  });
}

async function fire(
  folder: string,
  socket: string,
  adapter: HarnessAdapter,
  { event, session }: InstalledCommand,
): Promise<ProbeResult> {
  const start = performance.now();
  await runTmux({ socket }, ["send-keys", "-t", "probe", "Enter"]);
  for (;;) {
    const format = `#{${paneOption.state}}\t#{${paneOption.session}}`;
    const { output } = await runTmux({ socket }, ["display-message", "-p", "-t", "probe", format]);
    const milliseconds = Math.round(performance.now() - start);
    const [state = "", identity = ""] = output.trimEnd().split("\t");
    if (parsePaneState(state)?.state === "active" && parsePaneSession(identity)?.session === session) {
      return {
        harness: adapter.id,
        moved: true,
        milliseconds,
        message: `Probe: ${event} reached its pane in ${milliseconds} ms.`,
      };
    }
    if (milliseconds > deadline)
      return failure(adapter, `Probe: ${event} did not reach its pane in ${deadline} ms; ${endOf(folder)}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function endOf(folder: string): string {
  const path = join(folder, "status");
  return existsSync(path)
    ? `the command ended with ${readFileSync(path, "utf8").trim()}`
    : "the command did not end";
}
