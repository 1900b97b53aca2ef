import { HexoError } from "../errors.js";
import type { HarnessAdapter } from "./harness-adapter.js";
import { isProviderId } from "./provider.js";

function invalid(name: string, problem: string): HexoError {
  return new HexoError("HARNESS_INVALID", `The adapter ${name} cannot be used: ${problem}.`, {
    hint: "Update the adapter package, or remove it from the configuration.",
  });
}

/**
 * Checks what types cannot: that an adapter, perhaps built against another version of this package, speaks
 * this contract and does not contradict itself. Returns it unchanged.
 * @throws HexoError HARNESS_INVALID
 */
export function defineAdapter(adapter: HarnessAdapter): HarnessAdapter {
  const { id, capabilities, translator } = adapter;
  const name = JSON.stringify(String(id));
  if ((adapter.contract as number) !== 1)
    throw invalid(name, `it speaks contract ${adapter.contract}, not 1`);
  if (!isProviderId(id)) throw invalid(name, "its id is not [a-z][a-z0-9-]{0,31}");
  if (translator.id !== id)
    throw invalid(name, `its translator calls itself ${JSON.stringify(translator.id)}`);
  const optional = { observe: capabilities.observe, verify: capabilities.verify } as const;
  for (const [member, claimed] of Object.entries(optional)) {
    const isThere = adapter[member as keyof typeof optional] !== undefined;
    if (isThere !== claimed)
      throw invalid(
        name,
        `capabilities.${member} is ${claimed}, but ${member} is ${isThere ? "" : "not "}there`,
      );
  }
  const hasTranscript = adapter.transcript !== undefined;
  if (hasTranscript !== (capabilities.transcript !== "none")) {
    throw invalid(
      name,
      `capabilities.transcript is ${capabilities.transcript}, but transcript is ${hasTranscript ? "" : "not "}there`,
    );
  }
  return adapter;
}
