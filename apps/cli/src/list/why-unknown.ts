import type { AgentReading } from "@hexokit/core";
import type { KnownHarnesses } from "../adapters.js";
import type { Context } from "../context.js";
import { inspectHarness, isNotInstalled } from "../installation.js";

/** Says why nothing is known of an agent, and what to do; each harness's settings are read once at most. */
export function whyUnknown(
  context: Context,
  { harnesses }: KnownHarnesses,
): (agent: AgentReading) => string | undefined {
  const reasons = new Map<string, string>();
  return ({ state, provider }) => {
    if (state !== "unknown") return undefined;
    const known = reasons.get(provider);
    if (known !== undefined) return known;
    const harness = harnesses.find(({ adapter }) => adapter.id === provider);
    const reason = harness === undefined ? "rk has no adapter for it" : reasonFor(context, harness.adapter);
    reasons.set(provider, reason);
    return reason;
  };
}

function reasonFor({ host }: Context, adapter: KnownHarnesses["harnesses"][number]["adapter"]): string {
  const report = inspectHarness(adapter, host);
  if (isNotInstalled(report)) return `not installed: run \`rk agent setup ${adapter.id}\``;
  const obstacle = report.events.find(({ status }) => status === "disabled" || status === "untrusted");
  const problem = report.findings.find(({ severity }) => severity === "problem");
  if (obstacle !== undefined)
    return `hooks are ${obstacle.status}: ${problem?.message ?? "see `rk agent doctor`"}`;
  const { kind, instruction } = adapter.activation;
  return `no event yet: ${kind === "none" ? "it reports with its next prompt" : instruction}`;
}
