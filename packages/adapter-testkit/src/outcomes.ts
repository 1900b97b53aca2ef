import type { HookOutcome } from "@hexokit/core/hook";
import type { HarnessOptions } from "./options.js";
import type { RecordedEvent } from "./recorded-fixtures.js";
import { printedBy } from "./silence.js";

export interface RecordedOutcome extends RecordedEvent {
  readonly outcome: HookOutcome;
  /** What the same payload means a second time. */
  readonly again: HookOutcome;
  /** The payload as the translator left it. */
  readonly payloadAfter: unknown;
  readonly printed: string;
}

/** Every recorded event, translated twice. */
export function outcomesOf({ adapter, fixtures }: HarnessOptions): readonly RecordedOutcome[] {
  return fixtures.events.map((recorded) => {
    const translate = (payload: unknown) =>
      adapter.translator.translate({ event: recorded.event, payload, environment: {} });
    const payloadAfter = structuredClone(recorded.payload);
    const { result, printed } = printedBy(() => ({
      outcome: translate(payloadAfter),
      again: translate(structuredClone(recorded.payload)),
    }));
    return { ...recorded, ...result, payloadAfter, printed };
  });
}

/** Those of them that mean something. */
export function meaningfulOutcomesOf(options: HarnessOptions) {
  return outcomesOf(options).flatMap(({ name, outcome }) =>
    outcome.kind === "event" ? [{ name, outcome }] : [],
  );
}
