import type { AgentReading } from "@hexokit/core";
import type { KnownHarnesses } from "../adapters.js";
import type { Context } from "../context.js";
import { inspectHarness, isNotInstalled } from "../installation.js";

/**
 * Says why nothing is known of an agent, or why it is known from its own record alone where hooks should tell,
 * and what to do; each harness's settings are read once at most.
 */
export function whyUnknown(
  context: Context,
  { harnesses }: KnownHarnesses,
): (agent: AgentReading) => string | undefined {
  const reasons = new Map<string, Reason>();
  return ({ state, provider, fromRecord }) => {
    if (state !== "unknown" && !fromRecord) return undefined;
    const known = reasons.get(provider);
    const harness = harnesses.find(({ adapter }) => adapter.id === provider);
    const reason =
      known ??
      (harness === undefined
        ? { isFault: true, text: "rk has no adapter for it" }
        : reasonFor(context, harness.adapter));
    reasons.set(provider, reason);
    if (state === "unknown") return reason.text;
    // Before the first event a record alone is as it should be.
    return reason.isFault ? `from its own record: ${reason.text}` : undefined;
  };
}

interface Reason {
  /** Hooks do not run as they should. */
  readonly isFault: boolean;
  readonly text: string;
}

function reasonFor({ host }: Context, adapter: KnownHarnesses["harnesses"][number]["adapter"]): Reason {
  const report = inspectHarness(adapter, host);
  if (isNotInstalled(report))
    return { isFault: true, text: `not installed: run \`rk agent setup ${adapter.id}\`` };
  const obstacle = report.events.find(({ status }) => status === "disabled" || status === "untrusted");
  const problem = report.findings.find(({ severity }) => severity === "problem");
  const { kind, instruction } = adapter.activation;
  if (obstacle !== undefined) {
    const remedy = obstacle.status === "untrusted" ? instruction : problem?.message;
    return { isFault: true, text: `hooks are ${obstacle.status}: ${remedy ?? "see `rk agent doctor`"}` };
  }
  // They are trusted already: of a session from before only a new start helps.
  const isTrusted = kind === "trust-review" && report.events.every(({ status }) => status === "installed");
  const next = isTrusted
    ? "it reports with its next prompt, if it was started after its hooks were trusted"
    : kind === "none"
      ? "it reports with its next prompt"
      : instruction;
  return { isFault: false, text: `no event yet: ${next}` };
}
