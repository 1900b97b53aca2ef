import { basename, dirname } from "node:path";
import {
  type EventStatus,
  type FileChange,
  type FileSnapshot,
  type FileSnapshots,
  HexoError,
  type HookEvent,
  type InstallFinding,
  type InstallReport,
  inspectJsonHooks,
  type JsonHooksTarget,
  type PlanRequest,
  planJsonHooks,
} from "@hexokit/core";
import { fieldsOf } from "@hexokit/core/hook";
import { parse } from "smol-toml";
import { codexManifest } from "./codex-harness.js";
import { handlersIn, refusalByCodex, requireAcceptable } from "./codex-hooks-file.js";
import {
  type CodexTrust,
  type CodexTrustView,
  codexTrust,
  hooksLosingTrust,
  readTrustState,
} from "./codex-trust.js";

/**
 * Plans `hooks.json`: one group of ours behind the user's for each event, since trust goes by position. A
 * file that Codex would refuse is not installed into. An uninstall also cleans the usual place when
 * `CODEX_HOME` names another. Trust is the user's to give: `config.toml` is never written.
 * @throws HexoError CONFIG_MALFORMED, CONFIG_SHAPE
 */
export function planCodex(request: PlanRequest, events: readonly HookEvent[]): readonly FileChange[] {
  const { action, forwarder } = request;
  const roles = action === "install" ? ["install"] : ["install", "former"];
  const files = request.files.filter(
    ({ role = "install", problem }) => roles.includes(role) && problem === undefined,
  );
  if (action === "install") files.forEach(requireAcceptable);
  return files
    .map((file) => planJsonHooks(action, file, hooksTarget(forwarder, events)))
    .filter((change) => change !== undefined);
}

/** What is installed, whether Codex trusts it, and what keeps Codex from running it. */
export function inspectCodex(
  files: FileSnapshots,
  forwarder: string,
  events: readonly HookEvent[],
): InstallReport {
  const hooks = files.find(({ role = "install" }) => role === "install");
  const configs = files.filter(({ path }) => basename(path) === "config.toml");
  const target = hooksTarget(forwarder, events);
  const report = inspectJsonHooks(hooks, target);
  const obstacle = refusalFinding(hooks) ?? switchFinding(configs);
  if (obstacle !== undefined) {
    const disable = (status: EventStatus) => (status === "installed" ? "disabled" : status);
    return {
      harness: codexManifest.id,
      events: report.events.map(({ event, status }) => ({ event, status: disable(status) })),
      findings: [...report.findings, obstacle],
    };
  }
  const config = configs.find(({ text, problem }) => text !== undefined || problem !== undefined);
  const view = trustView(config, configs);
  if ("why" in view) {
    const isInstalled = report.events.some(({ status }) => status === "installed");
    const unknown: InstallFinding = {
      severity: "problem",
      message: `Whether Codex trusts our hooks is unknown: ${config?.path} cannot be read, ${view.why}.`,
      hint: "Correct that file; Codex needs it too.",
      ...(config === undefined ? {} : { path: config.path }),
    };
    return {
      harness: codexManifest.id,
      ...report,
      findings: [...report.findings, ...(isInstalled ? [unknown] : [])],
    };
  }
  const trusted = withTrust(report.events, hooks, view);
  return {
    harness: codexManifest.id,
    events: trusted,
    findings: [
      ...report.findings,
      ...reviewFinding(trusted, hooks),
      ...shiftFinding(hooks, target, view),
      ...inlineFinding(config),
    ],
  };
}

function hooksTarget(forwarder: string, events: readonly HookEvent[]): JsonHooksTarget {
  return { provider: codexManifest.id, events, forwarder };
}

function trustView(
  config: FileSnapshot | undefined,
  configs: FileSnapshots,
): CodexTrustView | { readonly why: string } {
  if (config?.problem !== undefined) return { why: `it is ${config.problem.replaceAll("-", " ")}` };
  const state = readTrustState(config?.text);
  if (state.kind === "unknown") return { why: state.why };
  return { directories: configs.map(({ path }) => dirname(path)), entries: state.entries };
}

const statusOfTrust: Readonly<Record<CodexTrust, EventStatus>> = {
  trusted: "installed",
  modified: "modified",
  untrusted: "untrusted",
  disabled: "disabled",
};

type Events = InstallReport["events"];

function withTrust(events: Events, hooks: FileSnapshot | undefined, view: CodexTrustView): Events {
  const ours = handlersIn(hooks?.text).filter(({ isOurs }) => isOurs);
  return events.map(({ event, status }) => {
    const placed = status === "installed" ? ours.find((one) => one.event === event) : undefined;
    return { event, status: placed === undefined ? status : statusOfTrust[codexTrust(placed, view)] };
  });
}

function reviewFinding(events: Events, hooks: FileSnapshot | undefined): InstallFinding[] {
  const named = (wanted: EventStatus) =>
    events.filter(({ status }) => status === wanted).map(({ event }) => event);
  const sentences = [
    ["untrusted", "are not trusted"],
    ["modified", "have changed since they were trusted"],
    ["disabled", "are switched off"],
  ].flatMap(([status, words]) => {
    const names = named(status as EventStatus);
    return names.length === 0 ? [] : [`those of ${names.join(", ")} ${words}`];
  });
  if (sentences.length === 0) return [];
  return [
    {
      severity: "problem",
      message: `Codex does not run all hooks of ours: ${sentences.join("; ")}.`,
      hint: "Start codex, type /hooks, review the hooks of rk-hook and trust them. Sessions that run keep what they have.",
      ...(hooks === undefined ? {} : { path: hooks.path }),
    },
  ];
}

/** Hooks of the user's behind ours lose their place when ours go, and with it their trust. */
function shiftFinding(
  hooks: FileSnapshot | undefined,
  target: JsonHooksTarget,
  view: CodexTrustView,
): InstallFinding[] {
  if (hooks?.text === undefined || hooks.problem !== undefined) return [];
  let after: string | undefined;
  try {
    after = planJsonHooks("uninstall", hooks, target)?.after ?? hooks.text;
  } catch (error) {
    if (HexoError.isInstance(error)) return [];
    throw error;
  }
  const events = new Set(hooksLosingTrust(hooks.text, after, view).map(({ event }) => event));
  if (events.size === 0) return [];
  return [
    {
      severity: "note",
      message: `Hooks of yours stand behind ours under ${[...events].join(", ")}: an uninstall moves them up, and Codex will ask you to trust them again.`,
      path: hooks.path,
    },
  ];
}

function refusalFinding(hooks: FileSnapshot | undefined): InstallFinding | undefined {
  if (hooks === undefined || hooks.problem !== undefined) return undefined;
  try {
    const refusal = refusalByCodex(hooks);
    if (refusal === undefined) return undefined;
    return {
      severity: "problem",
      message: `Codex refuses ${hooks.path} as a whole, so it runs no hook at all: ${refusal}.`,
      hint: "Correct that.",
      path: hooks.path,
    };
  } catch (error) {
    // Said by the report already.
    if (HexoError.isInstance(error)) return undefined;
    throw error;
  }
}

function tomlOf({ text }: FileSnapshot): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(parse(text ?? ""));
  } catch {
    return {};
  }
}

/** `[features] hooks = false`, or by its older name: then `hooks/list` is empty (0.171.0, live). */
function switchFinding(configs: FileSnapshots): InstallFinding | undefined {
  for (const config of configs) {
    const features = fieldsOf(tomlOf(config).features);
    const name = ["hooks", "codex_hooks"].find((one) => features[one] === false);
    if (name === undefined) continue;
    return {
      severity: "problem",
      message: `Codex runs no hooks: the feature \`${name}\` is off in ${config.path}.`,
      hint: `Take \`${name} = false\` out of [features].`,
      path: config.path,
    };
  }
  return undefined;
}

function inlineFinding(config: FileSnapshot | undefined): InstallFinding[] {
  if (config === undefined) return [];
  const events = Object.keys(fieldsOf(tomlOf(config).hooks)).filter((name) => name !== "state");
  if (events.length === 0) return [];
  return [
    {
      severity: "note",
      message: `${config.path} has hooks of its own. Codex runs both, and warns about it when it starts.`,
      path: config.path,
    },
  ];
}
