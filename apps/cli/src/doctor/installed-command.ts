import {
  type HarnessAdapter,
  type HostEnvironment,
  readSnapshots,
  recogniseWrapperCommand,
} from "@hexokit/core";

/** A command of ours as a harness would run it, with a payload that begins a turn. */
export interface InstalledCommand {
  readonly event: string;
  readonly command: string;
  readonly payload: string;
  readonly session: string;
}

/** The command of an event that turns the pane `active`, as the config file has it. */
export function findInstalledCommand(
  host: HostEnvironment,
  adapter: HarnessAdapter,
): InstalledCommand | undefined {
  const files = readSnapshots(
    adapter.files(host).map((file) => ({ ...file, role: file.role === "install" ? "read" : file.role })),
  );
  const installed = adapter
    .files(host)
    .flatMap(({ role }, index) => (role === "install" ? commandsIn(files[index]?.text) : []));
  for (const { name: event } of adapter.translator.events) {
    const command = installed.find((text) => {
      const wrapper = recogniseWrapperCommand(text);
      return wrapper?.provider === adapter.id && wrapper.event === event;
    });
    const session = `probe-${process.pid}`;
    const payload = payloadFor(event, session, host.workingDirectory);
    const outcome = adapter.translator.translate({ event, payload, environment: {} });
    const begins = outcome.kind === "event" && outcome.turn?.is === "active" && outcome.session === session;
    if (command !== undefined && begins)
      return { event, command, payload: `${JSON.stringify(payload)}\n`, session };
  }
  return undefined;
}

/** Members by all the names that harnesses have for them. */
function payloadFor(event: string, session: string, cwd: string): Readonly<Record<string, string>> {
  return {
    session_id: session,
    sessionId: session,
    hook_event_name: event,
    cwd,
    prompt: "rk agent doctor --probe",
  };
}

/** Every string of a JSON text, whatever it is nested in. */
function commandsIn(text: string | undefined): readonly string[] {
  const found: string[] = [];
  try {
    JSON.parse((text ?? "").replace(/^\uFEFF/, ""), (_key, value: unknown) => {
      if (typeof value === "string") found.push(value);
      return value;
    });
  } catch {
    // Not JSON: nothing is found.
  }
  return found;
}
